/** Validates vendors' responses against schemas. */
import { z } from 'zod';
import { VendorError } from './vendor-error.ts';

/** Field name that stands for the whole response. */
export const WHOLE_BODY = '(body)';

/** Parses JSON. Throws VendorError 'shape' if the text is truncated or something else, such as an HTML page. */
export function parseJson(vendor: string, call: string, text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (cause) {
		const description = text.trimStart().startsWith('<')
			? 'It is an HTML page.'
			: text === ''
				? 'It is empty.'
				: "It isn't JSON, or is cut off.";
		throw new VendorError(vendor, call, 'shape', description, { field: WHOLE_BODY, cause });
	}
}

/** Validates a value and drops unknown members. Throws VendorError 'shape', which names the first wrong field. */
export function decode<T>(vendor: string, call: string, schema: z.ZodType<T>, value: unknown): T {
	const result = schema.safeParse(value);
	if (result.success) return result.data;
	const [issue] = result.error.issues;
	const field = issue && issue.path.length > 0 ? issue.path.join('.') : WHOLE_BODY;
	throw new VendorError(vendor, call, 'shape', issue?.message ?? "It doesn't match the expected format.", { field });
}

/** Receives a message about invalid items that were left out of a response. `call`: the kind of request. */
export type OnInvalidItems = (call: string, message: string) => void;

/** Minimum length of a list at which mostly invalid items mean that the vendor changed the format. */
const MIN_ITEMS_FOR_FORMAT_CHECK = 5;

/**
 * Returns the valid items of a list: one invalid dividend must not discard all the others. Throws VendorError 'shape' if a list has
 * at least MIN_ITEMS_FOR_FORMAT_CHECK items and more than half of them are invalid.
 */
export function filterValidItems<T>(
	{ vendor, call, field }: { vendor: string; call: string; field: string },
	schema: z.ZodType<T>,
	list: readonly unknown[],
	onInvalidItems?: OnInvalidItems,
): T[] {
	const valid: T[] = [];
	let firstInvalid: { index: number; path: string; message: string } | undefined;
	for (const [index, item] of list.entries()) {
		const result = schema.safeParse(item);
		if (result.success) valid.push(result.data);
		else
			firstInvalid ??= {
				index,
				path: [index, ...(result.error.issues[0]?.path ?? [])].join('.'),
				message: result.error.issues[0]?.message ?? '',
			};
	}
	if (!firstInvalid) return valid;
	const invalidCount = list.length - valid.length;
	if (invalidCount * 2 > list.length && list.length >= MIN_ITEMS_FOR_FORMAT_CHECK)
		throw new VendorError(vendor, call, 'shape', firstInvalid.message, { field: `${field}.${firstInvalid.path}` });
	onInvalidItems?.(
		call,
		`${vendor}, ${call}: ${invalidCount} of ${list.length} left out, the first at ${field}.${firstInvalid.path}: ${firstInvalid.message}`,
	);
	return valid;
}

/** A price above zero and in the range that the store's 32-bit floats keep precisely enough. */
export const price = z.number().positive().max(1e9);
/** A number of shares or contracts. */
export const quantity = z.number().nonnegative().max(1e15);
/** Instants since 1970 in seconds, milliseconds or nanoseconds, limited to the years 1990 to 2100. */
export const seconds = z.number().min(631_152_000).max(4_102_444_800);
export const milliseconds = z.number().min(631_152_000_000).max(4_102_444_800_000);
export const nanoseconds = z.number().min(631_152_000_000_000_000).max(4_102_444_800_000_000_000);
/** One side of a split's ratio, or an amount of money per share. */
export const ratioOrCash = z.number().min(1e-6).max(1e6);
/** An ISO 8601 time, converted to UTC milliseconds. */
export const instant = z.string().transform((text, context) => {
	const ms = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
	if (Number.isNaN(ms)) context.addIssue({ code: 'custom', message: "It isn't a time." });
	return ms;
});
/** 'YYYY-MM-DD' */
export const date = z.iso.date();
export const ticker = z.string().min(1).max(40);
