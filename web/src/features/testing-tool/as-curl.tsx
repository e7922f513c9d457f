import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Fold } from "../../ui/fold.tsx";

interface AsCurlProps {
  command: string;
  /** Scopes that the token needs. */
  may: ReactNode;
}

/** The action of a form as a curl command. */
export function AsCurl({ command, may }: AsCurlProps) {
  return (
    <Fold title="The same with curl">
      <CodeBlock name="curl command" text={command} />
      <p className="text-xs text-soft">
        <code>$TOKEN</code> is a token that may {may}.{" "}
        <Link to="/dashboard/profile" className="font-medium text-ink underline underline-offset-2">
          Make one on your profile
        </Link>
        .
      </p>
    </Fold>
  );
}
