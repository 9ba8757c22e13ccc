CREATE TABLE "history_blocks" (
	"market" text NOT NULL,
	"kind" smallint NOT NULL,
	"underlying" bigint NOT NULL,
	"expiry" integer NOT NULL,
	"start" bigint NOT NULL,
	"body" "bytea" NOT NULL,
	CONSTRAINT "history_blocks_pk" PRIMARY KEY("market","kind","underlying","expiry","start")
);
--> statement-breakpoint
CREATE TABLE "history_closes" (
	"market" text NOT NULL,
	"underlying" bigint NOT NULL,
	"date" integer NOT NULL,
	"spot" double precision,
	"iv30" double precision,
	CONSTRAINT "history_closes_pk" PRIMARY KEY("market","underlying","date")
);
--> statement-breakpoint
CREATE TABLE "history_expiries" (
	"market" text NOT NULL,
	"underlying" bigint NOT NULL,
	"expiry" integer NOT NULL,
	"date" integer NOT NULL,
	"forward" double precision,
	"atm_iv" double precision,
	"pcr" double precision,
	"max_pain" double precision,
	"call_oi" double precision NOT NULL,
	"put_oi" double precision NOT NULL,
	CONSTRAINT "history_expiries_pk" PRIMARY KEY("market","underlying","expiry","date")
);
--> statement-breakpoint
CREATE INDEX "history_blocks_start" ON "history_blocks" USING btree ("start");--> statement-breakpoint
CREATE INDEX "history_closes_date" ON "history_closes" USING btree ("date");--> statement-breakpoint
CREATE INDEX "history_expiries_date" ON "history_expiries" USING btree ("date");