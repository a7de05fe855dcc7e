/** Which part of a file a request is answered with: RFC 9110, sections 8.8, 13 and 14. */

export interface AskedOfFile {
	/** A range is for GET alone. */
	readonly method: string;
	/** By lower-case names. */
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface FileFacts {
	/** Strong: "..." */
	readonly etag: string;
	/** Milliseconds. */
	readonly modified: number;
	/** Bytes. */
	readonly size: number;
}

export type Verdict =
	| { readonly status: 200 | 304 | 412 | 416 }
	/** From the first to the last byte, both included. */
	| { readonly status: 206; readonly first: number; readonly last: number };

const TAG = /(W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/** Whether a list of entity tags, or *, names the file. A strong comparison takes no weak tag. */
const names = (list: string, etag: string, strong: boolean): boolean =>
	list.trim() === '*' || [...list.matchAll(TAG)].some(([, weak, tag]) => tag === etag && !(strong && weak));

const DAYS = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const MONTHS = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const CLOCK = '\\d\\d:\\d\\d:\\d\\d';
/** Today's form of a date, and that of C's asctime, which names no zone and means GMT. RFC 850's has been written by nobody for decades: it is ignored, as a date that is none. */
const FIXED = new RegExp(`^${DAYS}, \\d\\d ${MONTHS} \\d{4} ${CLOCK} GMT$`);
const ASCTIME = new RegExp(`^${DAYS} ${MONTHS} [ \\d]\\d ${CLOCK} \\d{4}$`);

/** Seconds since 1970; undefined where the text is no date, which is as if it was not sent. */
const secondsOf = (text: string | undefined): number | undefined => {
	const written = text === undefined ? undefined : FIXED.test(text) ? text : ASCTIME.test(text) ? `${text} GMT` : undefined;
	const ms = written === undefined ? Number.NaN : Date.parse(written);
	return Number.isNaN(ms) ? undefined : ms / 1000;
};

type Span = readonly [first: number, last: number];

/** More than these ask for the file in crumbs. */
const MOST_RANGES = 20;

/** 'whole' where there is nothing to take notice of, 'none' where nothing of what is asked is there. */
const spanOf = (header: string, size: number): Span | 'whole' | 'none' => {
	const list = /^bytes=(.*)$/is.exec(header.trim())?.[1];
	if (list === undefined) return 'whole';
	const asked = list.split(',').map((one) => /^\s*(\d*)-(\d*)\s*$/.exec(one));
	if (asked.length > MOST_RANGES || asked.some((one) => !one || (one[1] === '' && one[2] === ''))) return 'whole';
	const spans = asked.flatMap((one): Span[] => {
		const [, from = '', to = ''] = one as RegExpExecArray;
		const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
		const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
		return first <= last && first < size ? [[first, last]] : [];
	});
	spans.sort(([a], [b]) => a - b);
	let joined: Span | undefined;
	for (const [first, last] of spans) {
		// What touches is one part; several parts are sent as the whole.
		if (joined && first > joined[1] + 1) return 'whole';
		joined = joined ? [joined[0], Math.max(joined[1], last)] : [first, last];
	}
	return joined ?? 'none';
};

/** The conditions in their order of precedence, then the range. */
export const judge = ({ method, headers }: AskedOfFile, { etag, modified, size }: FileFacts): Verdict => {
	const header = (name: string): string | undefined => {
		const value = headers[name];
		return Array.isArray(value) ? value.join(', ') : value;
	};
	const changed = Math.floor(modified / 1000);
	const [match, noneMatch] = [header('if-match'), header('if-none-match')];
	const [since, unmodified] = [secondsOf(header('if-modified-since')), secondsOf(header('if-unmodified-since'))];
	if (match !== undefined ? !names(match, etag, true) : unmodified !== undefined && changed > unmodified) return { status: 412 };
	if (noneMatch !== undefined ? names(noneMatch, etag, false) : since !== undefined && changed <= since) return { status: 304 };
	const [range, ifRange] = [header('range'), header('if-range')?.trim()];
	if (method !== 'GET' || range === undefined) return { status: 200 };
	if (ifRange !== undefined && ifRange !== etag && secondsOf(ifRange) !== changed) return { status: 200 };
	const span = spanOf(range, size);
	if (span === 'whole') return { status: 200 };
	return span === 'none' ? { status: 416 } : { status: 206, first: span[0], last: span[1] };
};
