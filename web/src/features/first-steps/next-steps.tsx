import { Link } from "@tanstack/react-router";

const CARD = "block size-full rounded-md border border-edge p-4 text-left text-sm hover:border-ink";

export default function NextSteps({ deviceId, onPhone }: { deviceId: string; onPhone(): void }) {
  const device = { to: "/dashboard/devices/$deviceId", params: { deviceId }, className: CARD } as const;
  return (
    <ul aria-label="Next steps" className="grid gap-3 md:grid-cols-3">
      <li>
        <Link {...device} search={{ connect: true }}>
          <Words title="Connect my own board">Copy a ready program for it, with its login filled in.</Words>
        </Link>
      </li>
      <li>
        <Link {...device} search={{ tab: "schedules", add: true }}>
          <Words title="Add a schedule">Runs also while this page is closed.</Words>
        </Link>
      </li>
      <li>
        <button type="button" className={CARD} onClick={onPhone}>
          <Words title="Use my phone">Make it the lamp, or switch from its home screen.</Words>
        </button>
      </li>
    </ul>
  );
}

const Words = ({ title, children }: { title: string; children: string }) => (
  <>
    <span className="block font-medium underline underline-offset-2">{title}</span>
    <span className="text-soft">{children}</span>
  </>
);
