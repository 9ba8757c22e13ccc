import type { IciciPayload } from "#protocol/http/sign-in.ts";

/**
 * Leaves this page by posting a form, as ICICI Direct's login wants it (rule LOGIN-11).
 * @throws TypeError on a bad address
 */
export function postIciciForm(payload: IciciPayload, page: Document = document): void {
  const { login_url, AppKey, time_stamp, checksum } = payload;
  const target = new URL(login_url, page.baseURI);
  if (target.protocol !== "https:" && target.origin !== new URL(page.baseURI).origin) {
    throw new TypeError("ICICI's login address is not secure.");
  }
  const form = page.createElement("form");
  form.method = "POST";
  form.action = target.href;
  form.hidden = true;
  for (const [name, value] of Object.entries({ AppKey, time_stamp, checksum })) {
    const input = page.createElement("input");
    input.type = "hidden";
    input.name = name;
    input.value = value;
    form.append(input);
  }
  page.body.append(form);
  form.submit();
}
