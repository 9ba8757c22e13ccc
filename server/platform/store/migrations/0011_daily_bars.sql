CREATE TABLE "history_daily" (
	"market" text NOT NULL,
	"underlying" bigint NOT NULL,
	"date" integer NOT NULL,
	"open" double precision,
	"high" double precision,
	"low" double precision,
	"close" double precision NOT NULL,
	"volume" double precision,
	"futures_oi" double precision,
	"origin" text NOT NULL,
	CONSTRAINT "history_daily_pk" PRIMARY KEY("market","underlying","date")
);
--> statement-breakpoint
CREATE INDEX "history_daily_date" ON "history_daily" USING btree ("date");