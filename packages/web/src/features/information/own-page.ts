/** Converts an operator's own page from Markdown to safe HTML. Server only: browsers never load the Markdown parser. */
import { Marked, type Tokens } from 'marked';

export interface OwnPage {
	readonly title: string;
	readonly description: string;
	/** Begins with the only h1 of the page. */
	readonly html: string;
}

/** Search engines and link previews cut longer descriptions. */
const LONGEST_DESCRIPTION = 200;

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
	return text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);
}

const NAMED: Readonly<Record<string, string>> = {
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

/** Markdown may contain HTML character references. Of the named ones, only common ones are decoded. */
function decoded(text: string): string {
	return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
		const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined;
		if (code !== undefined) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD';
		return NAMED[name ?? ''] ?? whole;
	});
}

const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** A link as HTML, relative to `origin`. If its scheme isn't allowed, only its label. */
function linkTo(origin: string, address: string, words: string): string {
	const href = decoded(address);
	const url = URL.parse(href, origin);
	if (!url || !SCHEMES.has(url.protocol)) return words;
	const isElsewhere = url.protocol.startsWith('http') && url.origin !== new URL(origin).origin;
	return `<a href="${escaped(href)}"${isElsewhere ? ' rel="external noreferrer"' : ''}>${words}</a>`;
}

const readerFor = (origin: string): Marked =>
	new Marked({
		// HTML input is treated as text and escaped.
		tokenizer: { html: () => undefined, tag: () => undefined },
		renderer: {
			link({ href, tokens }) {
				return linkTo(origin, href, this.parser.parseInline(tokens));
			},
			// The page's content policy blocks resources from other hosts.
			image: ({ href, text }) => linkTo(origin, href, escaped(decoded(text)) || escaped(href)),
			checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
		},
	});

/** Parses a page that begins with its heading. `defaults`: title and description if the text has none. */
export function readOwnPage(text: string, origin: string, usual: { title: string; description: string }): OwnPage {
	const reader = readerFor(origin);
	const tokens = reader.lexer(text);
	const heading = tokens.find((token) => token.type === 'heading');
	reader.walkTokens(tokens, (token) => {
		if (token.type === 'heading' && token !== heading && token.depth === 1) token.depth = 2;
	});
	return {
		title: plain(heading) || usual.title,
		description: short(plain(tokens.find((token) => token.type === 'paragraph'))) || usual.description,
		html: reader.parser(tokens),
	};
}

/** Cuts a long description at a word boundary. */
function short(text: string): string {
	return text.length <= LONGEST_DESCRIPTION ? text : `${text.slice(0, LONGEST_DESCRIPTION).replace(/\s+\S*$/, '')} …`;
}

/** Text of a heading or paragraph, in one line without markup. */
function plain(token: Tokens.Generic | undefined): string {
	return spoken(token?.tokens ?? [])
		.replace(/\s+/g, ' ')
		.trim();
}

function spoken(tokens: readonly Tokens.Generic[]): string {
	return tokens
		.map(({ type, text, tokens: inner }: Tokens.Generic) => {
			if (type === 'br') return ' ';
			if (type === 'codespan') return String(text);
			return inner ? spoken(inner) : decoded(String(text ?? ''));
		})
		.join('');
}
