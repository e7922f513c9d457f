/** The layout of all e-mails. Styles are inline and in tables, because mail programs support little else. */

import { escapeHtml } from "./escape.ts";

/** Paragraphs, then one action, then small print. */
export interface EmailContent {
  heading: string;
  paragraphs: readonly string[];
  action: { label: string; url: string };
  smallPrint: string;
}

export function textBody(content: EmailContent): string {
  const { heading, paragraphs, action, smallPrint } = content;
  return [heading, ...paragraphs, `${action.label}:\n${action.url}`, smallPrint, "Switchyard"]
    .map(oneBlock)
    .join("\n\n")
    .concat("\n");
}

/** Removes blank lines, so that a name cannot start a paragraph. */
const oneBlock = (text: string) => text.replace(/\n{2,}/g, "\n");

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";

export function htmlBody(subject: string, content: EmailContent): string {
  const url = escapeHtml(content.action.url);
  const paragraphs = content.paragraphs.map(
    (text) => `<p style="margin:0 0 16px;font-size:16px;line-height:24px">${escapeHtml(text)}</p>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:32px 16px;background:#eef1f4;${FONT};color:#16202b">
<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;max-width:520px;margin:0 auto">
<tr><td style="padding:0 4px 16px;font-size:14px;font-weight:600;letter-spacing:.02em">Switchyard</td></tr>
<tr><td style="padding:32px;background:#fff;border:1px solid #d8dee5;border-radius:12px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:28px">${escapeHtml(content.heading)}</h1>
${paragraphs.join("\n")}
<p style="margin:24px 0"><a href="${url}" style="display:inline-block;padding:12px 20px;border-radius:8px;\
background:#0b6b4f;color:#fff;font-size:16px;font-weight:600;text-decoration:none">\
${escapeHtml(content.action.label)}</a></p>
<p style="margin:0;font-size:13px;line-height:20px;color:#566373;word-break:break-all">${url}</p>
</td></tr>
<tr><td style="padding:16px 4px;font-size:13px;line-height:20px;color:#566373">\
${escapeHtml(content.smallPrint)}</td></tr>
</table>
</body>
</html>
`;
}
