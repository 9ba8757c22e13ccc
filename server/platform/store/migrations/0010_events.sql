CREATE TABLE "ban_lists" (
	"date" integer PRIMARY KEY NOT NULL,
	"symbols" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_imports" (
	"list" text PRIMARY KEY NOT NULL,
	"imported_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "market_events" (
	"list" text NOT NULL,
	"id" text NOT NULL,
	"date" integer NOT NULL,
	"event" text NOT NULL,
	CONSTRAINT "market_events_pk" PRIMARY KEY("list","id")
);
--> statement-breakpoint
CREATE INDEX "market_events_date" ON "market_events" USING btree ("list","date");