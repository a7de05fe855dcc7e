import { createHash } from 'node:crypto';
import type { AnswerOf } from '@sw/contract/base/define';
import type { embedCalls } from '@sw/contract/outreach/previews';
import { subPathOf } from '@sw/domain/access/site-host';
import { CARD_SIZE, createEmbedUrl, type EmbedTheme, escapeXml, frameHtml } from '@sw/domain/previews/markup';
import { TABS, type Tab } from '@sw/domain/signals/sector';
import { hatchPattern, type LitCell } from '@sw/domain/signals/wheel/hatch';
import { mergePaths } from '@sw/domain/signals/wheel/merge';
import type { WheelModel } from '@sw/domain/signals/wheel/model';
import { wheelSentence, wheelTitle } from '@sw/domain/signals/wheel/words';
import { type TickerId, tickerId } from '@sw/domain/time/units';
import { createSingleFlight } from '../../../platform/concurrency/single-flight.ts';
import { malformed, notFound } from '../../../platform/errors.ts';
import { type EncodedAnswer, encodeText, respond } from '../../answer.ts';
import type { Handlers } from '../../handlers.ts';
import { COLOURS, type Colours, SCHEMES } from '../drawing/colours.ts';
import { drawWheel, fitText } from '../drawing/svg-parts.ts';
import { type EmbeddedTicker, formatCandidate, formatReportLine, formatSourceLine } from './embedded-ticker.ts';

export interface EmbedParts {
	/** A ticker as shown to visitors; rejects with 404 for an unknown ticker. */
	readonly ticker: (id: TickerId, tab: Tab) => Promise<EmbeddedTicker>;
	/** Cache key that changes whenever a ticker might look different. */
	readonly cacheVersion: () => string;
	readonly origin: string;
	/** Content-Security-Policy of an embed, from the base64 SHA-256 hashes of its styles. */
	readonly policy: (styles: readonly string[]) => string;
}

interface CachedEmbed {
	readonly body: EncodedAnswer<string>;
	readonly policy: string;
}

/** Number of cached embeds, of about 10 kB each with their encodings. */
const CACHED_EMBEDS = 500;
/** Reports change every quarter-hour. Caches can show an embed for a minute, and must revalidate it by ETag after that. */
const CACHE_CONTROL = 'public, max-age=60, stale-while-revalidate=600';
const SVG_TYPE = 'image/svg+xml; charset=utf-8';
const HTML_TYPE = 'text/html; charset=utf-8';
const NOTHING_TO_EMBED = 'There is nothing to embed at this address.';

interface EmbedRequest {
	readonly params: { readonly ticker_id: TickerId };
	readonly query: { readonly tab_type: Tab; readonly theme: EmbedTheme };
}

/** Draws embeds of tickers for other sites. They are identical for all readers. */
export function createEmbedHandlers({ ticker, cacheVersion, origin, policy }: EmbedParts) {
	const getEmbed = createSingleFlight<string, CachedEmbed>({ maxCached: CACHED_EMBEDS });

	const createEmbedHandler =
		(kind: string, type: string, draw: (ticker: EmbeddedTicker, theme: EmbedTheme) => { text: string; style: string | undefined }) =>
		async ({ params: { ticker_id: id }, query: { tab_type: tab, theme } }: EmbedRequest) => {
			const embed = await getEmbed([cacheVersion(), kind, id, tab, theme].join(' '), async () => {
				const { text, style } = draw(await ticker(id, tab), theme);
				return { body: encodeText(text, type), policy: policy(style === undefined ? [] : [hashOf(style)]) };
			});
			return respond(200, embed.body, { headers: { 'cache-control': CACHE_CONTROL, 'content-security-policy': embed.policy } });
		};

	return {
		embedWheel: createEmbedHandler('wheel', SVG_TYPE, drawWheelPicture),
		embedCard: createEmbedHandler('card', HTML_TYPE, (ticker, theme) => renderCardPage(ticker, theme, origin)),
		oembed: async ({ query: { url, format, theme, ...maxSize } }) => {
			const pageUrl = URL.parse(url);
			if (!pageUrl) throw malformed('url', 'Give the full address of a page, including https://.');
			const target = parseEmbedUrl(pageUrl, origin);
			if (!target) throw notFound(NOTHING_TO_EMBED);
			const oembed = createOembed(await ticker(target.id, target.tab), origin, theme, maxSize);
			const headers = { 'cache-control': CACHE_CONTROL };
			if (format === 'json') return respond(200, oembed, { headers });
			return respond(200, formatOembedXml(oembed), { headers: { ...headers, 'content-type': 'text/xml; charset=utf-8' } });
		},
	} satisfies Handlers<typeof embedCalls>;
}

function hashOf(text: string): string {
	return createHash('sha256').update(text).digest('base64');
}

type OEmbed = Exclude<AnswerOf<(typeof embedCalls)['oembed']>, string>;

const EMBEDDED_PAGE = /^\/(?:ticker|embed\/card)\/([1-9]\d{0,9})\/?$/;
const CACHE_AGE_SECONDS = 86_400;

/** Returns the ticker that a page or card on this site shows; undefined for any other URL. */
function parseEmbedUrl(url: URL, origin: string): { id: TickerId; tab: Tab } | undefined {
	const isOwnSite = `${url.href}/`.startsWith(`${new URL(origin).href.replace(/\/+$/, '')}/`);
	const [, id] = (isOwnSite && EMBEDDED_PAGE.exec(url.pathname.slice(subPathOf(origin).length))) || [];
	if (id === undefined) return undefined;
	const tabName = url.searchParams.get('tabType') ?? url.searchParams.get('tab_type');
	return { id: tickerId(Number(id)), tab: TABS.find(({ name }) => name === tabName)?.name ?? 'extreme_rise' };
}

interface MaxSize {
	readonly maxwidth?: number | undefined;
	readonly maxheight?: number | undefined;
}

/** Builds the oEmbed response for a ticker's card, a frame of at most the given size in pixels. */
export function createOembed(ticker: EmbeddedTicker, origin: string, theme: EmbedTheme, { maxwidth, maxheight }: MaxSize): OEmbed {
	const { title } = createWheelTexts(ticker);
	const width = Math.min(CARD_SIZE.width, maxwidth ?? CARD_SIZE.width);
	const height = Math.min(CARD_SIZE.height, maxheight ?? CARD_SIZE.height);
	return {
		type: 'rich',
		version: '1.0',
		title,
		provider_name: 'Signalwheel',
		provider_url: origin,
		cache_age: CACHE_AGE_SECONDS,
		html: frameHtml(createEmbedUrl(origin, 'card', { ...ticker, theme }), title, { width, height }),
		width,
		height,
	};
}

/** Formats an oEmbed response as XML. */
export function formatOembedXml(oembed: OEmbed): string {
	const elements = Object.entries(oembed).map(([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`);
	return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${elements.join('')}</oembed>\n`;
}

const LAYOUT = [
	'*{box-sizing:border-box}',
	'html,body{height:100%;margin:0}',
	'body{background:var(--page);color:var(--ink);font:13px/1.35 system-ui,sans-serif}',
	'main{display:flex;flex-direction:column;gap:4px;height:100%;min-height:220px;padding:10px 12px;background:var(--surface);border:1px solid var(--line);border-radius:8px;overflow:hidden}',
	'h1{margin:0;font-size:17px;line-height:1.2}',
	'h1 a{color:var(--ink)}',
	'p{margin:0;overflow-wrap:anywhere}',
	'.name{white-space:nowrap;overflow:hidden;text-overflow:ellipsis}',
	'.name,.small{color:var(--muted)}',
	'.small{font-size:11.5px}',
	'a{color:var(--accent)}',
	'a:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:2px}',
	'svg{display:block;flex:1 1 0;min-height:0;width:100%}',
].join('');

/** Returns the kinds of lit cells that a wheel has. */
function collectLitCells(wheel: WheelModel): LitCell[] {
	return mergePaths(wheel).flatMap(({ tone, depth }) => (tone && depth ? [{ tone, depth }] : []));
}

/** In forced-colors mode, the system's colours replace those of the theme, and hatching replaces the colours of the wheel. */
function buildForcedColoursStyle(cells: readonly LitCell[]): string {
	const hatched = cells.map(({ tone, depth }) => `.${tone}-${depth}{fill:url(#hatch-${tone}-${depth})}`).join('');
	return `@media (forced-colors:active){${FORCED_COLOURS}${hatched}}`;
}

const FORCED_COLOURS = [
	':root{--surface:Canvas;--track:Canvas;--line:CanvasText;--ink:CanvasText;--muted:CanvasText}',
	'svg{forced-color-adjust:none}',
	'.unlit{stroke:GrayText;stroke-width:.5}',
	'.lit{fill-opacity:1;stroke:CanvasText;stroke-width:1}',
].join('');

const WORDS = { product: 'Signalwheel', notAdvice: 'an unusual situation that was measured, never advice' } as const;

/** Returns the URL of a ticker's page on this site, with the tab. */
function buildTickerUrl(origin: string, { id, tab }: Pick<EmbeddedTicker, 'id' | 'tab'>): string {
	return `${origin}/ticker/${id}${tab === 'extreme_rise' ? '' : `?tabType=${tab}`}`;
}

/** Builds a small page without script: the ticker, its wheel, rate, time and source. `style`: the page's styles, for the Content-Security-Policy. */
export function renderCardPage(ticker: EmbeddedTicker, theme: EmbedTheme, origin: string): { text: string; style: string } {
	const cells = collectLitCells(ticker.wheel);
	const style = `${buildThemeStyle(theme)}${LAYOUT}${buildForcedColoursStyle(cells)}`;
	const pageUrl = escapeXml(buildTickerUrl(origin, ticker));
	const newTab = 'target="_blank" rel="noopener"';
	const text = [
		'<!doctype html><html lang="en"><head><meta charset="utf-8">',
		`<title>${escapeXml(createWheelTexts(ticker).title)}</title>`,
		'<meta name="viewport" content="width=device-width, initial-scale=1">',
		`<style>${style}</style></head><body><main>`,
		`<h1><a href="${pageUrl}" ${newTab}>${escapeXml(ticker.symbol)}</a></h1>`,
		`<p class="name">${escapeXml(ticker.name)}</p>`,
		drawInlineWheel(ticker, cells),
		`<p>${escapeXml(formatCandidate(ticker))}, rate <b>${ticker.rate}</b></p>`,
		`<p class="small">${escapeXml(formatReportLine(ticker))} · ${escapeXml(formatSourceLine(ticker))}</p>`,
		`<p class="small"><a href="${escapeXml(origin)}/" ${newTab}>${WORDS.product}</a>: ${WORDS.notAdvice}</p>`,
		'</main></body></html>',
	].join('');
	return { text, style };
}

/** View box of the wheel and the names around it. The centre of the wheel is 0, 0. */
const BOX = { left: -118, top: -102, width: 236, height: 204 };
/** Height of the title, time and source below the wheel. */
const CAPTION_HEIGHT = 52;
const EDGE = 8;
const FONT = 'font-family="system-ui, sans-serif"';

function createWheelTexts(ticker: EmbeddedTicker): { title: string; description: string } {
	return {
		title: wheelTitle(titleFields(ticker)),
		description: wheelSentence(titleFields(ticker), ticker.wheel),
	};
}

function titleFields({ symbol, candidate, rate }: EmbeddedTicker) {
	return { ticker: symbol, candidate, rate };
}

/** Draws the wheel as an inline SVG, with title and description. `cells`: the kinds of cells that need a hatch pattern. */
function drawInlineWheel(ticker: EmbeddedTicker, cells: readonly LitCell[]): string {
	const texts = createWheelTexts(ticker);
	const { left, top, width, height } = BOX;
	return [
		`<svg viewBox="${left} ${top} ${width} ${height}" role="img" aria-labelledby="wheel-title wheel-words" ${FONT}>`,
		`<title id="wheel-title">${escapeXml(texts.title)}</title><desc id="wheel-words">${escapeXml(texts.description)}</desc>`,
		`<defs>${cells.map(hatchPattern).join('')}</defs>`,
		drawWheel(ticker.wheel, String(ticker.rate), CSS_COLOURS),
		'</svg>',
	].join('');
}

/** Draws the wheel as a separate SVG file with a caption, without scripts or external resources. */
export function drawWheelPicture(ticker: EmbeddedTicker, theme: EmbedTheme): { text: string; style: string | undefined } {
	const { left, top, width } = BOX;
	const height = BOX.height + CAPTION_HEIGHT;
	const captionTop = top + BOX.height;
	// Some viewers don't support CSS variables, so a fixed theme is drawn without them.
	const style = theme === 'auto' ? buildThemeStyle(theme) : undefined;
	const colours = theme === 'auto' ? CSS_COLOURS : SCHEMES[theme];
	const texts = createWheelTexts(ticker);
	const text = [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="wheel-title wheel-words" ${FONT}>`,
		`<title id="wheel-title">${escapeXml(texts.title)}</title>`,
		`<desc id="wheel-words">${escapeXml(`${texts.description} ${formatReportLine(ticker)}. ${formatSourceLine(ticker)}.`)}</desc>`,
		style === undefined ? '' : `<style>${style}</style>`,
		`<rect x="${left}" y="${top}" width="${width}" height="${height}" rx="8" fill="${colours.surface}"/>`,
		drawWheel(ticker.wheel, String(ticker.rate), colours),
		drawCaptionLine(captionTop + 12, `${ticker.symbol} · ${formatCandidate(ticker)}`, 11, colours.ink, 700),
		drawCaptionLine(captionTop + 27, formatReportLine(ticker), 9, colours.muted),
		drawCaptionLine(captionTop + 41, formatSourceLine(ticker), 9, colours.muted),
		'</svg>',
	].join('');
	return { text, style };
}

function drawCaptionLine(y: number, text: string, size: number, colour: string, weight = 400): string {
	return `<text y="${y}" font-size="${size}" font-weight="${weight}" fill="${colour}" text-anchor="middle">${escapeXml(fitText(text, size, BOX.width - 2 * EDGE))}</text>`;
}

/** CSS references to the colours that `buildThemeStyle` declares. */
const CSS_COLOURS = Object.fromEntries(Object.keys(COLOURS).map((name) => [name, `var(--${name})`])) as unknown as Colours;

/** Declares the theme's colours as CSS variables. */
function buildThemeStyle(theme: EmbedTheme): string {
	return theme === 'auto'
		? `:root{color-scheme:light dark;${declareColours(SCHEMES.light)}}@media (prefers-color-scheme:dark){:root{${declareColours(SCHEMES.dark)}}}`
		: `:root{color-scheme:${theme};${declareColours(SCHEMES[theme])}}`;
}

function declareColours(colours: Colours): string {
	return Object.entries(colours)
		.map(([name, colour]) => `--${name}:${colour}`)
		.join(';');
}
