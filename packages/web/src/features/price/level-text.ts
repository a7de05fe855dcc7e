import { createTrendLine, type Level, type LevelPoint, MAX_LEVEL_PRICE } from '@sw/domain/prices/level';
import { newYorkDate, newYorkMinute, newYorkToUtc, parseDate } from '@sw/domain/time/zone';
import type { DrawnLevel } from '../../charts/price/paint.ts';
import { formatPrice, parseNumber } from '../../lib/format/numbers.ts';
import { etDayClock } from '../../lib/format/times.ts';
import { levelWords as words } from './level-words.ts';

/** Form values of a level. Instants are New York time in the format of a datetime-local field: '2026-06-30T11:30'. */
export interface LevelTexts {
	kind: Level['kind'];
	price: string;
	fromTime: string;
	fromPrice: string;
	toTime: string;
	toPrice: string;
}

const EMPTY_TEXTS: LevelTexts = { kind: 'line', price: '', fromTime: '', fromPrice: '', toTime: '', toPrice: '' };
const HOUR_MINUTES = 60;

/** Converts a New York time to seconds since the epoch; undefined if invalid. */
export function parseTime(text: string): number | undefined {
	const [day, clock] = text.split('T');
	const date = parseDate(day ?? '');
	const [, hour, minute] = /^(\d\d):(\d\d)/.exec(clock ?? '') ?? [];
	if (!date || hour === undefined || minute === undefined) return undefined;
	return newYorkToUtc(date, Number(hour), Number(minute)) / 1_000;
}

/** Converts a price in dollars; undefined if invalid, not positive or too high. */
export function parsePrice(text: string): number | undefined {
	const price = parseNumber(text.trim().replace(/^\$/, ''));
	return price !== undefined && price > 0 && price <= MAX_LEVEL_PRICE ? price : undefined;
}

export function createLevelTexts(level: Level | undefined): LevelTexts {
	if (!level) return EMPTY_TEXTS;
	if (level.kind === 'line') return { ...EMPTY_TEXTS, price: String(level.price) };
	const { from, to } = level;
	return {
		...EMPTY_TEXTS,
		kind: 'trend',
		fromTime: formatTime(from.time),
		fromPrice: String(from.price),
		toTime: formatTime(to.time),
		toPrice: String(to.price),
	};
}

function formatTime(seconds: number): string {
	const minute = newYorkMinute(seconds * 1_000);
	return `${newYorkDate(seconds * 1_000)}T${twoDigits(Math.floor(minute / HOUR_MINUTES))}:${twoDigits(minute % HOUR_MINUTES)}`;
}

function twoDigits(n: number): string {
	return String(n).padStart(2, '0');
}

/** Parses the level in the form; undefined if a value is invalid. */
export function parseLevel({ kind, ...texts }: LevelTexts): Level | undefined {
	if (kind === 'line') {
		const price = parsePrice(texts.price);
		return price === undefined ? undefined : { kind, price };
	}
	const parsePoint = (time: string, price: string): LevelPoint | undefined => {
		const [timeSeconds, dollars] = [parseTime(time), parsePrice(price)];
		return timeSeconds === undefined || dollars === undefined ? undefined : { time: timeSeconds, price: dollars };
	};
	const [from, to] = [parsePoint(texts.fromTime, texts.fromPrice), parsePoint(texts.toTime, texts.toPrice)];
	return from && to && createTrendLine(from, to);
}

export function formatLevel(level: Level): string {
	if (level.kind === 'line') return words.line(formatPrice(level.price));
	const [from, to] = [level.from, level.to].map(({ time, price }) => words.point(formatPrice(price), etDayClock(time * 1_000))) as [
		string,
		string,
	];
	return words.trend(from, to);
}

/** Adds the label for the chart to a level. */
export function toDrawnLevel(level: Level): DrawnLevel {
	return {
		level,
		label: level.kind === 'line' ? formatPrice(level.price) : words.short(formatPrice(level.from.price), formatPrice(level.to.price)),
	};
}
