/** Topics in a table cell: as many as fit, and the number of the others. */
export function TopicList({
  topics,
  empty,
  limit = topics.length,
}: {
  topics: string[];
  empty: string;
  limit?: number;
}) {
  if (topics.length === 0) return <span className="text-soft">{empty}</span>;
  const more = topics.length - limit;
  return (
    <ul className="flex min-w-0 flex-wrap gap-1">
      {topics.slice(0, limit).map((topic) => (
        <li
          key={topic}
          title={topic}
          className="line-clamp-3 max-w-full wrap-anywhere rounded-xs border border-hairline bg-well px-1.5 font-mono text-xs leading-5.5"
        >
          {topic}
        </li>
      ))}
      {more > 0 && (
        <li className="px-1 text-xs leading-6 text-soft" title={topics.slice(limit).join(", ")}>
          +{more} more
        </li>
      )}
    </ul>
  );
}
