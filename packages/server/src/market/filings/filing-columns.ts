import type { IssuerFiling } from '@sw/domain/filings/filing-book';
import { formCode, itemBits } from '@sw/domain/filings/information-codes';
import { HOUR, type UtcMs } from '@sw/domain/time/units';

/** Filings in columns, so that a year of a market takes only a few megabytes. Rows are in order of arrival; `order` sorts them by acceptance. */
export interface FilingColumns {
	readonly count: number;
	/** Index of the issuer, by `issuerIndex`. */
	readonly issuer: Int32Array;
	readonly acceptedAt: Float64Array;
	readonly earliestAt: Float64Array;
	readonly seenAt: Float64Array;
	/** When a row with an exact instant replaced this one; Infinity if none has. */
	readonly replacedAt: Float64Array;
	/** Index into `wordForms` and `wordItems`. */
	readonly words: Uint16Array;
	/** Form (`formCode`) and items (`itemBits`) of each distinct combination. */
	readonly wordForms: readonly number[];
	readonly wordItems: readonly number[];
	/** Row numbers sorted by acceptance. */
	readonly order: Int32Array;
	/** Index in `order` of the first row accepted after the instant. */
	firstAfter(instant: number): number;
	/** The index of an issuer; assigns one if it is new. */
	issuerIndex(cik: number): number;
	/** Number of issuers so far. */
	issuerCount(): number;
	/** Adds a filing, unless it is present with an exact instant. Must be called in the order in which filings were stored. */
	add(filing: IssuerFiling): void;
	/** The filing of a row. Its accession number is computed on access. */
	at(row: number): IssuerFiling;
	bytes(): number;
}

/** Largest difference between the two possible meanings of an ambiguous instant: the offset of New York, 4 or 5 hours. */
const MAX_INSTANT_DIFFERENCE = 5 * HOUR;
const ACCESSION = /^(\d{10})-(\d{2})-(\d{6})$/;
const SEQUENCES_PER_YEAR = 1e6;
const INITIAL_SIZE = 1024;

type Column = 'issuer' | 'acceptedAt' | 'earliestAt' | 'seenAt' | 'replacedAt' | 'order' | 'filer' | 'number' | 'words';

function createColumns(size: number) {
	return {
		issuer: new Int32Array(size),
		acceptedAt: new Float64Array(size),
		earliestAt: new Float64Array(size),
		seenAt: new Float64Array(size),
		replacedAt: new Float64Array(size),
		order: new Int32Array(size),
		// The accession number: filer (10 digits), and year * SEQUENCES + sequence.
		filer: new Float64Array(size),
		number: new Int32Array(size),
		// Index of the combination of form, items and source: only few exist.
		words: new Uint16Array(size),
	} satisfies Record<Column, Int32Array | Float64Array | Uint16Array>;
}

export function createFilingColumns(): FilingColumns {
	let columns = createColumns(INITIAL_SIZE);
	let count = 0;
	const ciks: number[] = [];
	const indexByCik = new Map<number, number>();
	const words: Pick<IssuerFiling, 'form' | 'items' | 'source'>[] = [];
	const indexByKey = new Map<string, number>();
	const wordForms: number[] = [];
	const wordItems: number[] = [];

	const grow = (): void => {
		const larger = createColumns(columns.issuer.length * 2);
		for (const name of Object.keys(columns) as Column[]) larger[name].set(columns[name]);
		columns = larger;
	};
	const indexOfIssuer = (cik: number): number => {
		const existing = indexByCik.get(cik);
		if (existing !== undefined) return existing;
		indexByCik.set(cik, ciks.length);
		return ciks.push(cik) - 1;
	};
	const indexOfWords = ({ form, items, source }: IssuerFiling): number => {
		const key = `${source} ${form} ${items.join()}`;
		const existing = indexByKey.get(key);
		if (existing !== undefined) return existing;
		indexByKey.set(key, words.length);
		wordForms.push(formCode(form));
		wordItems.push(itemBits(items));
		return words.push({ form, items: [...items], source }) - 1;
	};
	const firstAfter = (instant: number): number => {
		let low = 0;
		let high = count;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if (columns.acceptedAt[columns.order[middle]!]! <= instant) low = middle + 1;
			else high = middle;
		}
		return low;
	};
	/** Finds rows of the same filing that are present already. */
	const findDuplicates = (issuer: number, filer: number, number: number, acceptedAt: number): number[] => {
		const rows: number[] = [];
		for (let position = firstAfter(acceptedAt - MAX_INSTANT_DIFFERENCE - 1); position < count; position++) {
			const row = columns.order[position]!;
			if (columns.acceptedAt[row]! > acceptedAt + MAX_INSTANT_DIFFERENCE) break;
			if (columns.issuer[row] === issuer && columns.filer[row] === filer && columns.number[row] === number) rows.push(row);
		}
		return rows;
	};
	const accessionAt = (row: number): string => {
		const number = columns.number[row]!;
		const year = String(Math.floor(number / SEQUENCES_PER_YEAR)).padStart(2, '0');
		return `${String(columns.filer[row]).padStart(10, '0')}-${year}-${String(number % SEQUENCES_PER_YEAR).padStart(6, '0')}`;
	};
	const isExact = (row: number): boolean => columns.earliestAt[row] === columns.acceptedAt[row];

	return {
		get count() {
			return count;
		},
		get issuer() {
			return columns.issuer;
		},
		get acceptedAt() {
			return columns.acceptedAt;
		},
		get earliestAt() {
			return columns.earliestAt;
		},
		get seenAt() {
			return columns.seenAt;
		},
		get replacedAt() {
			return columns.replacedAt;
		},
		get words() {
			return columns.words;
		},
		wordForms,
		wordItems,
		get order() {
			return columns.order;
		},
		firstAfter,
		issuerIndex: indexOfIssuer,
		issuerCount: () => ciks.length,
		add(filing) {
			const [, filer = '', year = '', sequence = ''] = ACCESSION.exec(filing.accession) ?? [];
			if (filer === '') throw new RangeError(`${filing.accession} is not an accession number`);
			const issuer = indexOfIssuer(filing.cik);
			const number = Number(year) * SEQUENCES_PER_YEAR + Number(sequence);
			const duplicates = findDuplicates(issuer, Number(filer), number, filing.acceptedAt);
			if (duplicates.some(isExact)) return;
			if (count === columns.issuer.length) grow();
			const row = count;
			columns.issuer[row] = issuer;
			columns.acceptedAt[row] = filing.acceptedAt;
			columns.earliestAt[row] = filing.earliestAt;
			columns.seenAt[row] = filing.seenAt;
			columns.replacedAt[row] = Number.POSITIVE_INFINITY;
			columns.filer[row] = Number(filer);
			columns.number[row] = number;
			columns.words[row] = indexOfWords(filing);
			const position = firstAfter(filing.acceptedAt);
			columns.order.copyWithin(position + 1, position, count);
			columns.order[position] = row;
			count++;
			for (const duplicate of duplicates) columns.replacedAt[duplicate] = Math.min(columns.replacedAt[duplicate]!, filing.seenAt);
		},
		at(row) {
			const { form, items, source } = words[columns.words[row]!] as (typeof words)[number];
			return {
				get accession() {
					return accessionAt(row);
				},
				form,
				items,
				source,
				cik: ciks[columns.issuer[row]!]!,
				acceptedAt: columns.acceptedAt[row] as UtcMs,
				earliestAt: columns.earliestAt[row] as UtcMs,
				seenAt: columns.seenAt[row] as UtcMs,
			};
		},
		bytes: () => Object.values(columns).reduce((sum, { byteLength }) => sum + byteLength, 0),
	};
}
