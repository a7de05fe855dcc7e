/** An operator's own page: Markdown in, safe HTML out. On the server alone: browsers never load what reads Markdown. */
import { Marked, type Tokens } from 'marked';

export interface OwnPage {
	readonly title: string;
	readonly description: string;
	/** Begins with the page's one h1. */
	readonly html: string;
}

/** Search engines and link previews cut longer descriptions. */
const LONGEST_DESCRIPTION = 200;

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);

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
/** Markdown may write signs as HTML does; of names, those that texts have. */
const decoded = (text: string): string =>
	text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
		const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined;
		if (code !== undefined) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD';
		return NAMED[name ?? ''] ?? whole;
	});

const spoken = (tokens: readonly Tokens.Generic[]): string =>
	tokens
		.map(({ type, text, tokens: inner }: Tokens.Generic) => {
			if (type === 'br') return ' ';
			if (type === 'codespan') return String(text);
			return inner ? spoken(inner) : decoded(String(text ?? ''));
		})
		.join('');

/** What is read of a heading or a paragraph, in one line without marks. */
const plain = (token: Tokens.Generic | undefined): string =>
	spoken(token?.tokens ?? [])
		.replace(/\s+/g, ' ')
		.trim();

/** Cut after a word. */
const short = (text: string): string =>
	text.length <= LONGEST_DESCRIPTION ? text : `${text.slice(0, LONGEST_DESCRIPTION).replace(/\s+\S*$/, '')} …`;

const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** A link of a page of `origin`; its words alone where it leads nowhere that a page may lead to. */
const linkTo = (origin: string, address: string, words: string): string => {
	const href = decoded(address);
	const url = URL.parse(href, origin);
	if (!url || !SCHEMES.has(url.protocol)) return words;
	const isElsewhere = url.protocol.startsWith('http') && url.origin !== origin;
	return `<a href="${escaped(href)}"${isElsewhere ? ' rel="external noreferrer"' : ''}>${words}</a>`;
};

const readerFor = (origin: string): Marked =>
	new Marked({
		// What is no HTML to the reader is text, and escaped as such.
		tokenizer: { html: () => undefined, tag: () => undefined },
		renderer: {
			link({ href, tokens }) {
				return linkTo(origin, href, this.parser.parseInline(tokens));
			},
			// The page's policy loads nothing from elsewhere.
			image: ({ href, text }) => linkTo(origin, href, escaped(decoded(text)) || escaped(href)),
			checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
		},
	});

/** Reads a text that begins with its heading. `usual`: what a title or a description is where the text has no words for it. */
export const readOwnPage = (text: string, origin: string, usual: { title: string; description: string }): OwnPage => {
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
};
