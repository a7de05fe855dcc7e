import type { AnswerOf } from '@sw/contract/base/define';
import type { embedCalls } from '@sw/contract/outreach/embeds';
import { subPathOf } from '@sw/domain/access/site-host';
import { CARD_SIZE, type EmbedTheme, embedAddress, frameHtml } from '@sw/domain/previews/embed-html';
import { escapeXml } from '@sw/domain/previews/escape-xml';
import { TABS, type Tab } from '@sw/domain/signals/sector';
import { type TickerId, tickerId } from '@sw/domain/time/units';
import type { EmbeddedTicker } from './embedded-ticker.ts';
import { wheelWords } from './wheel-picture.ts';

export type OEmbed = Exclude<AnswerOf<(typeof embedCalls)['oembed']>, string>;

const PAGE = /^\/(?:ticker|embed\/card)\/([1-9]\d{0,9})\/?$/;
const KEEP_SECONDS = 86_400;

/** The ticker of a page or card address on this site; undefined for any other address. */
export function embeddedAt(address: URL, origin: string): { id: TickerId; tab: Tab } | undefined {
	const isHere = `${address.href}/`.startsWith(`${new URL(origin).href.replace(/\/+$/, '')}/`);
	const [, id] = (isHere && PAGE.exec(address.pathname.slice(subPathOf(origin).length))) || [];
	if (id === undefined) return undefined;
	const tabName = address.searchParams.get('tabType') ?? address.searchParams.get('tab_type');
	return { id: tickerId(Number(id)), tab: TABS.find(({ name }) => name === tabName)?.name ?? 'extreme_rise' };
}

export interface Room {
	readonly maxwidth?: number | undefined;
	readonly maxheight?: number | undefined;
}

/** The frame of a ticker's card, within the given size. */
export function oembedOf(shown: EmbeddedTicker, origin: string, theme: EmbedTheme, { maxwidth, maxheight }: Room): OEmbed {
	const { title } = wheelWords(shown);
	const width = Math.min(CARD_SIZE.width, maxwidth ?? CARD_SIZE.width);
	const height = Math.min(CARD_SIZE.height, maxheight ?? CARD_SIZE.height);
	return {
		type: 'rich',
		version: '1.0',
		title,
		provider_name: 'Signalwheel',
		provider_url: origin,
		cache_age: KEEP_SECONDS,
		html: frameHtml(embedAddress(origin, 'card', { ...shown, theme }), title, { width, height }),
		width,
		height,
	};
}

/** The same as XML. */
export function oembedXml(answer: OEmbed): string {
	const elements = Object.entries(answer).map(([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`);
	return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${elements.join('')}</oembed>\n`;
}
