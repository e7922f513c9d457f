import { REFERENCE_PATH } from "virtual:public-calls";
import { Link } from "@tanstack/react-router";
import { part } from "../../ui/part.tsx";
import { Code } from "./guide-page.tsx";
import { Program } from "./program.tsx";
import type { Guide } from "./use-guide.ts";

// Loaded for signed-in users only.
const AsyncapiButton = part(() => import("./asyncapi-button.tsx"), { loading: null });

export default function Http({ guide }: { guide: Guide }) {
  return (
    <>
      <p className="max-w-[65ch]">
        A program without MQTT uses the API, with a token in each request. Make one on your{" "}
        <Link to="/dashboard/profile" className="font-medium underline underline-offset-2">
          profile
        </Link>
        . You choose what it may do and when it expires. After you delete it, the next request fails. It is
        also a password for MQTT, with any user name.
      </p>
      <Program label="Requests" of="http" guide={guide} />
      <p className="max-w-[65ch]">
        Do not put a token into an address: the server rejects it. All calls and their scopes are in the{" "}
        <a href={guide.values.API_URL + REFERENCE_PATH} className="font-medium underline underline-offset-2">
          reference
        </a>
        ; programs can read it as <Code>openapi.json</Code>.
      </p>
      <p className="max-w-[65ch]">
        A webhook of your watches receives each notice as a CloudEvent, signed as Standard Webhooks describe.
        The program under <em>Webhook</em> verifies it. A notice may arrive twice, with the same id.
      </p>
      <p className="max-w-[65ch]">
        For code generators, <Code>GET /v0/asyncapi.json</Code> describes the topics, payloads and logins of
        your account as AsyncAPI 3, without passwords. A token needs <Code>setup:read</Code>.
      </p>
      {guide.userId !== null && <AsyncapiButton />}
    </>
  );
}
