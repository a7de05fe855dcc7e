/** Converts an operator's own page from Markdown to safe HTML. Server only: browsers never load the Markdown parser. */
import { Marked, type Tokens } from 'marked';

export interface OwnPage {
	readonly title: string;
	readonly description: string;
	/** Begins with the only h1 of the page. */
	readonly html: string;
}

/** Search engines and link previews cut longer descriptions. */
const MAX_DESCRIPTION_LENGTH = 200;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

const NAMED_REFERENCES: Readonly<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	nbsp: ' ',
	ndash: '–',
	mdash: '—',
	hellip: '…',
	copy: '©',
};

/** Decodes HTML character references in Markdown: all numeric ones, and the common named ones. */
function decodeReferences(text: string): string {
	return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (match, decimal?: string, hex?: string, name?: string) => {
		const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined;
		if (code !== undefined) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD';
		return NAMED_REFERENCES[name ?? ''] ?? match;
	});
}

const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** Renders a link as HTML, relative to `origin`. Returns only the label if the link's scheme isn't allowed. */
function renderLink(origin: string, rawHref: string, label: string): string {
	const href = decodeReferences(rawHref);
	const url = URL.parse(href, origin);
	if (!url || !SCHEMES.has(url.protocol)) return label;
	const isExternal = url.protocol.startsWith('http') && url.origin !== new URL(origin).origin;
	return `<a href="${escapeHtml(href)}"${isExternal ? ' rel="external noreferrer"' : ''}>${label}</a>`;
}

const createParser = (origin: string): Marked =>
	new Marked({
		// HTML input is treated as text and escaped.
		tokenizer: { html: () => undefined, tag: () => undefined },
		renderer: {
			link({ href, tokens }) {
				return renderLink(origin, href, this.parser.parseInline(tokens));
			},
			// An image becomes a link, because the page's content policy blocks resources from other hosts.
			image: ({ href, text }) => renderLink(origin, href, escapeHtml(decodeReferences(text)) || escapeHtml(href)),
			checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
		},
	});

/** Parses a page that begins with a heading. `defaults`: title and description if the text has none. */
export function readOwnPage(text: string, origin: string, defaults: { title: string; description: string }): OwnPage {
	const markdown = createParser(origin);
	const tokens = markdown.lexer(text);
	const heading = tokens.find((token) => token.type === 'heading');
	markdown.walkTokens(tokens, (token) => {
		if (token.type === 'heading' && token !== heading && token.depth === 1) token.depth = 2;
	});
	return {
		title: plainText(heading) || defaults.title,
		description: shorten(plainText(tokens.find((token) => token.type === 'paragraph'))) || defaults.description,
		html: markdown.parser(tokens),
	};
}

/** Cuts a long description at a word boundary. */
function shorten(text: string): string {
	return text.length <= MAX_DESCRIPTION_LENGTH ? text : `${text.slice(0, MAX_DESCRIPTION_LENGTH).replace(/\s+\S*$/, '')} …`;
}

/** Returns the text of a heading or paragraph, in one line without markup. */
function plainText(token: Tokens.Generic | undefined): string {
	return joinTexts(token?.tokens ?? [])
		.replace(/\s+/g, ' ')
		.trim();
}

function joinTexts(tokens: readonly Tokens.Generic[]): string {
	return tokens
		.map(({ type, text, tokens: inner }: Tokens.Generic) => {
			if (type === 'br') return ' ';
			if (type === 'codespan') return String(text);
			return inner ? joinTexts(inner) : decodeReferences(String(text ?? ''));
		})
		.join('');
}
