/** Conditional and range requests for files: RFC 9110, sections 8.8, 13 and 14. */

export interface FileRequest {
	/** Ranges are only evaluated for GET. */
	readonly method: string;
	/** Headers by lower-case name. */
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface FileFacts {
	/** A strong entity tag, with quotes. */
	readonly etag: string;
	/** Milliseconds since 1970. */
	readonly modified: number;
	/** In bytes. */
	readonly size: number;
}

export type Verdict =
	| { readonly status: 200 | 304 | 412 | 416 }
	/** Positions of the first and last byte, both inclusive. */
	| { readonly status: 206; readonly first: number; readonly last: number };

const TAG = /(W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

const DAYS = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const MONTHS = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const CLOCK = '\\d\\d:\\d\\d:\\d\\d';
/** The date formats of HTTP and of C's asctime; asctime is always in GMT. The obsolete RFC 850 format is ignored like an invalid date. */
const HTTP_DATE = new RegExp(`^${DAYS}, \\d\\d ${MONTHS} \\d{4} ${CLOCK} GMT$`);
const ASCTIME_DATE = new RegExp(`^${DAYS} ${MONTHS} [ \\d]\\d ${CLOCK} \\d{4}$`);

type Span = readonly [first: number, last: number];

/** Requests for more ranges than this are answered with the whole file. */
const MAX_RANGES = 20;

/** Evaluates the conditions in their order of precedence, then the range. */
export function evaluateConditions({ method, headers }: FileRequest, { etag, modified, size }: FileFacts): Verdict {
	const header = (name: string): string | undefined => {
		const value = headers[name];
		return Array.isArray(value) ? value.join(', ') : value;
	};
	const modifiedSeconds = Math.floor(modified / 1000);
	const [ifMatch, ifNoneMatch] = [header('if-match'), header('if-none-match')];
	const [ifModifiedSince, ifUnmodifiedSince] = [parseSeconds(header('if-modified-since')), parseSeconds(header('if-unmodified-since'))];
	if (ifMatch !== undefined ? !includesTag(ifMatch, etag, true) : ifUnmodifiedSince !== undefined && modifiedSeconds > ifUnmodifiedSince)
		return { status: 412 };
	if (
		ifNoneMatch !== undefined ? includesTag(ifNoneMatch, etag, false) : ifModifiedSince !== undefined && modifiedSeconds <= ifModifiedSince
	)
		return { status: 304 };
	const [range, ifRange] = [header('range'), header('if-range')?.trim()];
	if (method !== 'GET' || range === undefined) return { status: 200 };
	if (ifRange !== undefined && ifRange !== etag && parseSeconds(ifRange) !== modifiedSeconds) return { status: 200 };
	const span = parseRange(range, size);
	if (span === 'whole') return { status: 200 };
	return span === 'none' ? { status: 416 } : { status: 206, first: span[0], last: span[1] };
}

/** Parses a range header: 'whole' if the header is ignored, 'none' if no requested range is within the file. */
function parseRange(header: string, size: number): Span | 'whole' | 'none' {
	const list = /^bytes=(.*)$/is.exec(header.trim())?.[1];
	if (list === undefined) return 'whole';
	const ranges = list.split(',').map((one) => /^\s*(\d*)-(\d*)\s*$/.exec(one));
	if (ranges.length > MAX_RANGES || ranges.some((one) => !one || (one[1] === '' && one[2] === ''))) return 'whole';
	const spans = ranges.flatMap((match): Span[] => {
		const [, from = '', to = ''] = match as RegExpExecArray;
		const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
		const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
		return first <= last && first < size ? [[first, last]] : [];
	});
	spans.sort(([a], [b]) => a - b);
	let joined: Span | undefined;
	for (const [first, last] of spans) {
		// Adjacent ranges are joined; several separate ranges are answered with the whole file.
		if (joined && first > joined[1] + 1) return 'whole';
		joined = joined ? [joined[0], Math.max(joined[1], last)] : [first, last];
	}
	return joined ?? 'none';
}

/** Parses a date to seconds since 1970; undefined for an invalid one, which counts as absent. */
function parseSeconds(text: string | undefined): number | undefined {
	const parsable = text === undefined ? undefined : HTTP_DATE.test(text) ? text : ASCTIME_DATE.test(text) ? `${text} GMT` : undefined;
	const ms = parsable === undefined ? Number.NaN : Date.parse(parsable);
	return Number.isNaN(ms) ? undefined : ms / 1000;
}

/** Whether a list of entity tags, or *, includes the file's tag. A strong comparison ignores weak tags. */
function includesTag(list: string, etag: string, isStrong: boolean): boolean {
	return list.trim() === '*' || [...list.matchAll(TAG)].some(([, weak, tag]) => tag === etag && !(isStrong && weak));
}
