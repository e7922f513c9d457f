/** Orders that wait for the owner, which the account's object stores. */

import type { ListedApproval, NotApproved } from "../../broker/contract/approval.ts";
import { objectRoute } from "../api/by-object.ts";
import { browserName } from "../auth/browser-name.ts";
import { note } from "../auth/security-log.ts";
import { batch } from "../db/statement.ts";
import { notApproved, notFound } from "../errors.ts";
import { answerHappening, approvalOf } from "../present/approval.ts";

export const listApprovals = objectRoute<"listApprovals", ListedApproval[]>({
  needs: { rights: true },
  act: (calls) => calls.approvals.list(),
  show: (approvals) => approvals.map(approvalOf),
});

export const answerApproval = objectRoute<"answerApproval", ListedApproval | NotApproved | null>({
  needs: { row: "notice" },
  act: (calls, { id, body: { allow }, request }) =>
    calls.approvals.answer(id, { allow, browser: browserName(request.headers.get("User-Agent")) }),
  show(answered, call) {
    if (answered === null) throw notFound();
    if ("refused" in answered) throw notApproved(answered.refused);
    // the object has the answer; without a database it counts all the same
    const happening = answerHappening(answered, call.bearer.kind === "notice");
    call.after(async () => batch(call.env.DB, { noted: await note(call, call.userId, happening) }));
    return approvalOf(answered);
  },
});
