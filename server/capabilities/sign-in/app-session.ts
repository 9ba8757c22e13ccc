import { AppError } from "#domain/errors.ts";
import { SIGN_IN_ROWS } from "#protocol/http/sign-in.ts";
import { APP_PROOF_MS } from "../../identity/app-proofs.ts";
import type { Auth } from "../../identity/auth.ts";
import type { RowRegistrar } from "../../identity/http/register-row.ts";
import type { OriginPolicy } from "../../platform/http/origins.ts";

interface AppSessionNeeds {
  readonly auth: Pick<Auth, "appProofs" | "appTokens">;
  readonly origins: () => OriginPolicy;
}

/** The mobile app proves itself, for a while (rule ACC-14; docs/sign-in.md). */
export function addAppSessionRoute(rows: RowRegistrar, { auth, origins }: AppSessionNeeds): void {
  const tokens = auth.appTokens(() => origins().origins);
  rows.row(SIGN_IN_ROWS.proveApp, async (request, reply) => {
    const { deviceId } = request.caller;
    const fault = await tokens.take(request.headers["x-app-token"], deviceId);
    if (fault !== null || deviceId === null) {
      const reason = fault ?? "other_device";
      throw new AppError("access.denied", "This token does not prove the mobile app", { reason });
    }
    reply.header("set-cookie", auth.appProofs.issue(deviceId));
    return { data: { is_mobile_app: true as const, valid_for_ms: APP_PROOF_MS } };
  });
}
