CREATE TABLE "history_settlements" (
	"market" text NOT NULL,
	"underlying" bigint NOT NULL,
	"expiry" integer NOT NULL,
	"price" double precision NOT NULL,
	"origin" text NOT NULL,
	"heard_at" bigint NOT NULL,
	CONSTRAINT "history_settlements_pk" PRIMARY KEY("market","underlying","expiry")
);
--> statement-breakpoint
CREATE INDEX "history_settlements_expiry" ON "history_settlements" USING btree ("expiry");