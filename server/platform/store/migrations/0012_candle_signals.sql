CREATE TABLE "candle_scans" (
	"market" text NOT NULL,
	"underlying" bigint NOT NULL,
	"timeframe" text NOT NULL,
	"until" bigint NOT NULL,
	"since" bigint,
	"candles" integer NOT NULL,
	"origin" text,
	CONSTRAINT "candle_scans_pk" PRIMARY KEY("market","underlying","timeframe")
);
--> statement-breakpoint
CREATE TABLE "candle_signals" (
	"market" text NOT NULL,
	"underlying" bigint NOT NULL,
	"timeframe" text NOT NULL,
	"at" bigint NOT NULL,
	"pattern" text NOT NULL,
	"ended_at" bigint NOT NULL,
	"origin" text NOT NULL,
	CONSTRAINT "candle_signals_pk" PRIMARY KEY("market","underlying","timeframe","at","pattern")
);
--> statement-breakpoint
CREATE INDEX "candle_signals_at" ON "candle_signals" USING btree ("at");