import type { EmbedTheme } from '@sw/domain/previews/embed-html';
import { escapeXml } from '@sw/domain/previews/escape-xml';
import { NAMED, themeStyle } from './embed-colours.ts';
import { candidateLine, type EmbeddedTicker, reportLine, sourceLine } from './embedded-ticker.ts';
import { wheelInPage, wheelWords } from './wheel-picture.ts';

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

const WORDS = { product: 'Signalwheel', notAdvice: 'an unusual situation that was measured, never advice' } as const;

/** Address of a ticker's page on this site, with the shown tab. */
export function tickerAddress(origin: string, { id, tab }: Pick<EmbeddedTicker, 'id' | 'tab'>): string {
	return `${origin}/ticker/${id}${tab === 'extreme_rise' ? '' : `?tabType=${tab}`}`;
}

/** A complete small page without script: the ticker, its wheel, rating, time and source; `style` is for its Content-Security-Policy. */
export function cardPage(shown: EmbeddedTicker, theme: EmbedTheme, origin: string): { text: string; style: string } {
	const style = `${themeStyle(theme)}${LAYOUT}`;
	const address = escapeXml(tickerAddress(origin, shown));
	const elsewhere = 'target="_blank" rel="noopener"';
	const text = [
		'<!doctype html><html lang="en"><head><meta charset="utf-8">',
		`<title>${escapeXml(wheelWords(shown).title)}</title>`,
		'<meta name="viewport" content="width=device-width, initial-scale=1">',
		`<style>${style}</style></head><body><main>`,
		`<h1><a href="${address}" ${elsewhere}>${escapeXml(shown.symbol)}</a></h1>`,
		`<p class="name">${escapeXml(shown.name)}</p>`,
		wheelInPage(shown, NAMED),
		`<p>${escapeXml(candidateLine(shown))}, rate <b>${shown.rate}</b></p>`,
		`<p class="small">${escapeXml(reportLine(shown))} · ${escapeXml(sourceLine(shown))}</p>`,
		`<p class="small"><a href="${escapeXml(origin)}/" ${elsewhere}>${WORDS.product}</a>: ${WORDS.notAdvice}</p>`,
		'</main></body></html>',
	].join('');
	return { text, style };
}
