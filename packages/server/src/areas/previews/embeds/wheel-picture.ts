import type { EmbedTheme } from '@sw/domain/previews/embed-html';
import { escapeXml } from '@sw/domain/previews/escape-xml';
import { wheelSentence, wheelTitle } from '@sw/domain/signals/wheel/words';
import { type Colours, SCHEMES } from '../drawing/colours.ts';
import { fitText } from '../drawing/svg-text.ts';
import { wheelSvg } from '../drawing/wheel-svg.ts';
import { NAMED, themeStyle } from './embed-colours.ts';
import { candidateLine, type EmbeddedTicker, reportLine, sourceLine } from './embedded-ticker.ts';

/** Units of the view box; the wheel is centred on 0, 0, with the names of its slices around it. */
const BOX = { left: -118, top: -102, width: 236, height: 204 };
/** Below the wheel: title, time and source. */
const WORDS_HEIGHT = 52;
const EDGE = 8;
const FONT = 'font-family="system-ui, sans-serif"';

/** Title of the wheel, and a sentence that describes it. */
export function wheelWords(shown: EmbeddedTicker): { title: string; description: string } {
	return {
		title: wheelTitle(title(shown)),
		description: wheelSentence(title(shown), shown.wheel),
	};
}

function title({ symbol, candidate, rate }: EmbeddedTicker) {
	return { ticker: symbol, candidate, rate };
}

/** The wheel as an inline SVG, with title and description. */
export function wheelInPage(shown: EmbeddedTicker, colours: Colours): string {
	const words = wheelWords(shown);
	const { left, top, width, height } = BOX;
	return [
		`<svg viewBox="${left} ${top} ${width} ${height}" role="img" aria-labelledby="wheel-title wheel-words" ${FONT}>`,
		`<title id="wheel-title">${escapeXml(words.title)}</title><desc id="wheel-words">${escapeXml(words.description)}</desc>`,
		wheelSvg(shown.wheel, String(shown.rate), colours),
		'</svg>',
	].join('');
}

/** The wheel as a separate file, with a caption; without scripts or external resources. */
export function wheelPicture(shown: EmbeddedTicker, theme: EmbedTheme): { text: string; style: string | undefined } {
	const { left, top, width } = BOX;
	const height = BOX.height + WORDS_HEIGHT;
	const below = top + BOX.height;
	// Some viewers don't support CSS variables: a fixed theme is drawn without them.
	const style = theme === 'auto' ? themeStyle(theme) : undefined;
	const colours = theme === 'auto' ? NAMED : SCHEMES[theme];
	const words = wheelWords(shown);
	const text = [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="wheel-title wheel-words" ${FONT}>`,
		`<title id="wheel-title">${escapeXml(words.title)}</title>`,
		`<desc id="wheel-words">${escapeXml(`${words.description} ${reportLine(shown)}. ${sourceLine(shown)}.`)}</desc>`,
		style === undefined ? '' : `<style>${style}</style>`,
		`<rect x="${left}" y="${top}" width="${width}" height="${height}" rx="8" fill="${colours.surface}"/>`,
		wheelSvg(shown.wheel, String(shown.rate), colours),
		line(below + 12, `${shown.symbol} · ${candidateLine(shown)}`, 11, colours.ink, 700),
		line(below + 27, reportLine(shown), 9, colours.muted),
		line(below + 41, sourceLine(shown), 9, colours.muted),
		'</svg>',
	].join('');
	return { text, style };
}

function line(y: number, words: string, size: number, colour: string, weight = 400): string {
	return `<text y="${y}" font-size="${size}" font-weight="${weight}" fill="${colour}" text-anchor="middle">${escapeXml(fitText(words, size, BOX.width - 2 * EDGE))}</text>`;
}
