CREATE TABLE "kept_strategies" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"summary" text NOT NULL,
	"content" text NOT NULL,
	"revision" integer NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"deleted_at" bigint
);
--> statement-breakpoint
CREATE TABLE "strategy_links" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"is_shared" boolean NOT NULL,
	"content" text NOT NULL,
	"sketch" text,
	"created_at" bigint NOT NULL,
	"opened_at" bigint NOT NULL,
	"ended" text,
	"ended_at" bigint
);
--> statement-breakpoint
ALTER TABLE "kept_strategies" ADD CONSTRAINT "kept_strategies_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "strategy_links" ADD CONSTRAINT "strategy_links_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "kept_strategies_name" ON "kept_strategies" USING btree ("account_id","name_key") WHERE "kept_strategies"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "kept_strategies_deleted" ON "kept_strategies" USING btree ("deleted_at");--> statement-breakpoint
CREATE INDEX "strategy_links_account" ON "strategy_links" USING btree ("account_id","is_shared") WHERE "strategy_links"."ended" is null;--> statement-breakpoint
CREATE INDEX "strategy_links_opened" ON "strategy_links" USING btree ("opened_at") WHERE "strategy_links"."ended" is null and not "strategy_links"."is_shared";--> statement-breakpoint
CREATE INDEX "strategy_links_ended" ON "strategy_links" USING btree ("ended_at");