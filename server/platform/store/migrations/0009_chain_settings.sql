CREATE TABLE "chain_settings" (
	"account_id" text PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL,
	"settings" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chain_settings" ADD CONSTRAINT "chain_settings_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;