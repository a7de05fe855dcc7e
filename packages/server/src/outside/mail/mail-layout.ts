import type { Mail } from './mail.ts';

/** The parts of a mail, rendered as text and as HTML. */
export interface MailContent {
	subject: string;
	/** Paragraphs before the button. */
	before: readonly string[];
	/** Items of the mail, each with a title that links to it. */
	sections?: readonly Section[];
	button?: Link;
	/** Paragraphs after the button, in a quieter color. */
	after: readonly string[];
	links?: readonly Link[];
}

interface Link {
	label: string;
	url: string;
}

interface Section {
	title: string;
	url: string;
	lines: readonly string[];
	/** Id of one of the mail's pictures, shown above the title. */
	picture?: string | undefined;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);
}

const TEXT_COLOR = '#1a1d24';
const MUTED_COLOR = '#5a6270';
const ACCENT_COLOR = '#1f6f8b';
const BACKGROUND_COLOR = '#f4f5f7';
const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

/** A ring drawn with borders represents the wheel, since mail clients support neither style sheets nor SVG. */
const LOGO = `<span style="display:inline-block;width:12px;height:12px;border:4px solid ${ACCENT_COLOR};border-right-color:#c9d3da;border-radius:50%;vertical-align:-4px"></span>`;

export function renderMail(to: string, { subject, before, sections = [], button, after, links = [] }: MailContent): Mail {
	return {
		to,
		subject,
		text: `${[
			...before,
			...sections.map(({ title, url, lines }) => [title, ...lines, url].join('\n')),
			...(button ? [`${button.label}:\n${button.url}`] : []),
			...after,
			...links.map(({ label, url }) => `${label}: ${url}`),
			'-- \nSignalwheel',
		].join('\n\n')}\n`,
		html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:${BACKGROUND_COLOR};font-family:${FONT};font-size:15px">
<div style="max-width:520px;margin:0 auto;padding:28px;background:#ffffff;border-radius:10px">
<p style="margin:0 0 24px;font-weight:700;color:${TEXT_COLOR}">${LOGO} Signalwheel</p>
${[...before.map((text) => renderParagraph(text)), ...sections.map(renderSection)].join('\n')}
${button ? renderButton(button) : ''}
${after.map((text) => renderParagraph(text, MUTED_COLOR)).join('\n')}
${links.length > 0 ? renderFooter(links) : ''}
</div></body></html>
`,
	};
}

function renderButton({ label, url }: Link): string {
	return `<p style="margin:8px 0 24px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:${ACCENT_COLOR};color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(label)}</a></p>
<p style="margin:0 0 16px;line-height:1.5;color:${MUTED_COLOR};font-size:13px">If the button doesn't work, open this address:<br><a href="${escapeHtml(url)}" style="color:${ACCENT_COLOR};word-break:break-all">${escapeHtml(url)}</a></p>`;
}

function renderFooter(links: readonly Link[]): string {
	return `<p style="margin:0;line-height:2;color:${MUTED_COLOR};font-size:13px">${links.map((link) => renderAnchor(link, MUTED_COLOR)).join('<br>')}</p>`;
}

function renderAnchor({ label, url }: Link, color: string, weight = 400): string {
	return `<a href="${escapeHtml(url)}" style="color:${color};font-weight:${weight}">${escapeHtml(label)}</a>`;
}

function renderSection({ title, url, lines, picture }: Section): string {
	const image =
		picture === undefined
			? ''
			: `<a href="${escapeHtml(url)}"><img src="cid:${escapeHtml(picture)}" width="464" alt="${escapeHtml(title)}" style="display:block;width:100%;height:auto;margin:0 0 16px;border-radius:8px"></a>`;
	return `${image}<p style="margin:0 0 16px;line-height:1.5;color:${TEXT_COLOR}">${[renderAnchor({ label: title, url }, ACCENT_COLOR, 600), ...lines.map(escapeHtml)].join('<br>')}</p>`;
}

function renderParagraph(text: string, color = TEXT_COLOR): string {
	return `<p style="margin:0 0 16px;line-height:1.5;color:${color}">${escapeHtml(text)}</p>`;
}
