import { INFORMATION_FORMS, type InformationForm, ITEM_TEXTS, type Item, informationForm } from './forms.ts';

/** Numbers of forms in stored reports. Never change or reuse a number: reports are verified by hashes. */
const FORM_NUMBERS: Readonly<Record<InformationForm, number>> = {
	'8-K': 1,
	'6-K': 2,
	'10-Q': 3,
	'10-K': 4,
	'20-F': 5,
	'40-F': 6,
	'SC 13D': 7,
	'SC 13G': 8,
	'S-1': 9,
	'S-3': 10,
	'F-1': 11,
	'424B1': 12,
	'424B3': 13,
	'424B4': 14,
	'424B5': 15,
	'SC TO-T': 16,
	'SC TO-I': 17,
	'SC 14D9': 18,
	DEFM14A: 19,
	PREM14A: 20,
	'S-4': 21,
	'425': 22,
	'SC 13E3': 23,
	'25': 24,
	'25-NSE': 25,
	'15-12B': 26,
	'15-12G': 27,
	'15-15D': 28,
};
/** Added to the number of an amended form. */
const AMENDED = 128;

/** Bit positions of 8-K items in stored reports. Never change or reuse a position: reports are verified by hashes. */
const ITEM_BITS: Readonly<Record<Item, number>> = {
	'1.01': 0,
	'1.02': 1,
	'1.03': 2,
	'1.04': 3,
	'1.05': 4,
	'2.01': 5,
	'2.02': 6,
	'2.03': 7,
	'2.04': 8,
	'2.05': 9,
	'2.06': 10,
	'3.01': 11,
	'3.02': 12,
	'3.03': 13,
	'4.01': 14,
	'4.02': 15,
	'5.01': 16,
	'5.02': 17,
	'5.03': 18,
	'5.07': 19,
	'5.08': 20,
	'7.01': 21,
	'8.01': 22,
	'9.01': 23,
};

const FORM_BY_NUMBER = new Map((Object.keys(INFORMATION_FORMS) as InformationForm[]).map((form) => [FORM_NUMBERS[form], form]));
const ITEMS = (Object.keys(ITEM_TEXTS) as Item[]).sort();

/** Returns the number of a form as filed, plus AMENDED for an amendment; 0 if it isn't an information form. */
export function formCode(filedForm: string): number {
	let code = codeCache.get(filedForm);
	if (code === undefined) {
		code = readForm(filedForm);
		if (codeCache.size < MAX_CACHED_CODES) codeCache.set(filedForm, code);
	}
	return code;
}

/** Codes by form as filed. Building a report needs thousands of codes, but of only a few different forms. */
const codeCache = new Map<string, number>();
const MAX_CACHED_CODES = 1_000;

function readForm(filedForm: string): number {
	const form = informationForm(filedForm);
	return form === undefined ? 0 : FORM_NUMBERS[form] + (/\/A\s*$/i.test(filedForm) ? AMENDED : 0);
}

/** Returns the form, such as '8-K' or '8-K/A'; undefined for 0, and for codes written by later versions. */
export function formOfCode(code: number): string | undefined {
	const form = FORM_BY_NUMBER.get(code & ~AMENDED);
	return form && (code >= AMENDED ? `${form}/A` : form);
}

/** Returns the bits of 8-K items; unknown items are left out. */
export function itemBits(items: readonly string[]): number {
	return items.reduce((bits, item) => (Object.hasOwn(ITEM_BITS, item) ? bits | (1 << ITEM_BITS[item as Item]) : bits), 0) >>> 0;
}

/** Returns the items of the bits, ascending. */
export function itemsOfBits(bits: number): Item[] {
	return ITEMS.filter((item) => (bits & (1 << ITEM_BITS[item])) !== 0);
}
