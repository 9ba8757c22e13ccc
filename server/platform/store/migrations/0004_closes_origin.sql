ALTER TABLE "history_closes" ADD COLUMN "origin" text DEFAULT 'simulated' NOT NULL;--> statement-breakpoint
UPDATE "history_closes" SET "origin" = 'recorded' WHERE "market" IN ('kite', 'upstox');
