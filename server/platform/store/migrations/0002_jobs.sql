CREATE TABLE "jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"key" text,
	"key_until" bigint,
	"payload" text NOT NULL,
	"state" text NOT NULL,
	"due_at" bigint NOT NULL,
	"attempts" integer NOT NULL,
	"most_attempts" integer NOT NULL,
	"lease" integer NOT NULL,
	"cancel_asked_at" bigint,
	"progress" double precision NOT NULL,
	"note" text,
	"error" text,
	"created_at" bigint NOT NULL,
	"started_at" bigint,
	"ended_at" bigint,
	CONSTRAINT "jobs_name_key" UNIQUE("name","key")
);
--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("due_at") WHERE "jobs"."state" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "jobs_end" ON "jobs" USING btree ("ended_at");