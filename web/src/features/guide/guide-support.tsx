import type { Guide } from "./use-guide.ts";

export function GuideSupport({ guide: { broker } }: { guide: Guide }) {
  if (!broker.data) return null;
  const address = broker.data.support_email;
  return (
    <>
      Questions go to{" "}
      <a href={`mailto:${address}`} className="font-medium underline underline-offset-2">
        {address}
      </a>
      .
    </>
  );
}
