import { Link } from "@tanstack/react-router";
import { REFERENCE_PATH } from "../../../../worker/contract/public-calls.ts";
import { Code } from "./guide-page.tsx";
import { Program } from "./program.tsx";
import type { Guide } from "./use-guide.ts";

export default function Http({ guide }: { guide: Guide }) {
  return (
    <>
      <p className="max-w-[65ch]">
        A program that speaks no MQTT publishes and reads by the API, with a token in each request. Make one
        on your{" "}
        <Link to="/dashboard/profile" className="font-medium underline underline-offset-2">
          profile
        </Link>
        : it may do only what you choose, it can end by itself, and once it is deleted the next request is
        refused. It is a password for MQTT as well, with any user name.
      </p>
      <Program label="Requests" of="http" guide={guide} />
      <p className="max-w-[65ch]">
        A token never stands in an address: the server refuses it there. Each call, with the scopes that it
        needs, stands in the{" "}
        <a href={guide.values.API_URL + REFERENCE_PATH} className="font-medium underline underline-offset-2">
          reference
        </a>
        ; a program reads it as <Code>openapi.json</Code>.
      </p>
    </>
  );
}
