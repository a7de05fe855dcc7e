import type { Tab } from '../signals/sector.ts';
import { escapeXml } from './escape-xml.ts';

/** In whose colours an embed is drawn; auto: those of the reader's system. */
export const EMBED_THEMES = ['auto', 'light', 'dark'] as const;
export type EmbedTheme = (typeof EMBED_THEMES)[number];

/** Pixels of a card's frame. */
export const CARD_SIZE = { width: 320, height: 400 } as const;

interface Embedded {
	/** Of the ticker. */
	readonly id: number;
	/** The tab that rate and slices are of. */
	readonly tab: Tab;
	readonly theme: EmbedTheme;
}

/** Where a ticker's card or wheel stands for other sites. */
export const embedAddress = (origin: string, kind: 'card' | 'wheel', { id, tab, theme }: Embedded): string => {
	const query = [...(tab === 'extreme_rise' ? [] : [`tab_type=${tab}`]), ...(theme === 'auto' ? [] : [`theme=${theme}`])].join('&');
	return `${origin}/embed/${kind}/${id}${kind === 'wheel' ? '.svg' : ''}${query === '' ? '' : `?${query}`}`;
};

/** A card as other sites write it. */
export const frameHtml = (address: string, title: string, { width, height }: { width: number; height: number } = CARD_SIZE): string =>
	`<iframe src="${escapeXml(address)}" width="${width}" height="${height}" title="${escapeXml(title)}" loading="lazy" style="border:0"></iframe>`;

/** A wheel as other sites write it. */
export const pictureHtml = (address: string, words: string): string =>
	`<img src="${escapeXml(address)}" alt="${escapeXml(words)}" loading="lazy">`;
