import type { Tab } from '../signals/sector.ts';

/** Color scheme of an embed; auto: the color scheme of the reader's system. */
export const EMBED_THEMES = ['auto', 'light', 'dark'] as const;
export type EmbedTheme = (typeof EMBED_THEMES)[number];

/** Default size of a card's frame, in pixels. */
export const CARD_SIZE = { width: 320, height: 400 } as const;

interface Embed {
	/** Id of the ticker. */
	readonly id: number;
	/** The tab that determines the rate and the slices of the wheel. */
	readonly tab: Tab;
	readonly theme: EmbedTheme;
}

/** Returns the address of a ticker's card or wheel for other sites. */
export function createEmbedUrl(origin: string, kind: 'card' | 'wheel', { id, tab, theme }: Embed): string {
	const query = [...(tab === 'extreme_rise' ? [] : [`tab_type=${tab}`]), ...(theme === 'auto' ? [] : [`theme=${theme}`])].join('&');
	return `${origin}/embed/${kind}/${id}${kind === 'wheel' ? '.svg' : ''}${query === '' ? '' : `?${query}`}`;
}

/** Returns the embed code of a card. */
export function frameHtml(url: string, title: string, { width, height }: { width: number; height: number } = CARD_SIZE): string {
	return `<iframe src="${escapeXml(url)}" width="${width}" height="${height}" title="${escapeXml(title)}" loading="lazy" style="border:0"></iframe>`;
}

/** Returns the embed code of a wheel. */
export function pictureHtml(url: string, altText: string): string {
	return `<img src="${escapeXml(url)}" alt="${escapeXml(altText)}" loading="lazy">`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Escapes text for XML and removes characters that XML doesn't allow. */
export function escapeXml(text: string): string {
	return (
		text
			.toWellFormed()
			// biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids these characters
			.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
			.replace(/[&<>"']/g, (character) => ENTITIES[character]!)
	);
}
