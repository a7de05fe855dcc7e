/** Invents company names and symbols. They are the same for every seed: seeds change markets, not companies. */
import { randomBelow, randomKey, STREAM } from './random.ts';

/** Symbols of real listings that would otherwise be generated: no invented company gets a real symbol. */
export const REAL_SYMBOLS: readonly string[] = (
	'AA AE AI AL ALAR ALE ALOT AME AMED AMR AR ARI ARM AX BA BALL BAM BE BEN BOE BRO CAE CAF CAL CALC CALT CAN CAR CE CI COE COO COR ' +
	'CORR CRED DAL DALN DAO DAR DE DEA DEI DELL DEN DEO DO DOV DUNE DUOL EAD EAR EB EE EL ELA EM EMD EML EMO EMR EU FA FE FEN FI GAB ' +
	'GAM GAN GAU GE GRIN HA HAE HAL HALL HE HEI HELE HI HOLI HOLO HOLX HON HOV IMO JAN KA KAI KALA KALU KALV KE KO KOD KOL LAC LANC ' +
	'LAND LE LI LU LUMN LUMO MA MAA MAC MAN MAR MARA MAT MAX ME MI MO MRO MU NA NARI NE NEA NEO NEON NI NOTE NU OI OLB OLED OLIT OLN ' +
	'OLO OM OR ORA ORI ORIC ORN PALI PI POL POR PORT PRI RA RAD RE REE REI REM RENE REX ROOT ROST SA SAA SAI SAN SE SEE SLE SO SOI SOL ' +
	'SOLO SU TAL TALO TEI TEL TELA TELL TEO TER TIGO TIGR TOI TORO UE UI UL VAL VALE VALN VOR WAB WAL WALD WE WEA WEL WEN WIA WU ZI'
).split(' ');

const STARTS = (
	'Al Am Ar Bal Bel Bor Bran Cal Cor Cres Dal Del Dor Dun El Em Fal Fen Fir Gal Gan Hal Hel Hol Il Im Jar Jel Kal Kel Kor Lan Lor Lum Mal Mar Mer ' +
	'Nar Nel Nor Ol Or Pal Pel Por Quen Ral Ren Ros Sal Sel Sol Tal Tel Tor Ul Um Val Ven Vor Wal Wen Wil Xan Yal Yor Zan Zel'
).split(' ');
const MIDDLES = 'a e i o u ada ara eda era ida ila imo ina ola ona ova una'.split(' ');
const ENDS =
	'bek bria cast dane dex dora field ford gate grove lane lin lon mar mond mont nex nia nix port quist ra rell ric stead tec tia ton vale van via wick worth'.split(
		' ',
	);
const LEGAL_FORMS = ['Inc.', 'Corp.', 'Holdings', 'Group', 'Ltd.', 'Co.'];
const FUND_HOUSES = ['Northway', 'Granary', 'Lantern', 'Tidewater'];
const FUND_THEMES = [
	'Total Market', 'Large Companies', 'Mid-Size Companies', 'Small Companies', 'Value', 'Growth', 'Dividend Payers', 'Low Volatility', 'Momentum', 'Quality',
	'Clean Power', 'Automation', 'Cyber Security', 'Infrastructure', 'Water',
]; // biome-ignore format: a list of words
/** Names with doubled letters, three vowels in a row or a bare q are skipped. */
const AWKWARD_NAME = /(.)\1|[aeiou]{3}|q(?!u)/i;

export interface CompanyName {
	symbol: string;
	name: string;
}

/** Creates a generator of unique names and symbols. */
export function createNameGenerator() {
	const roots = new Set<string>();
	const symbols = new Set<string>(REAL_SYMBOLS);

	const createRoot = (key: number): string => {
		for (let attempt = 0; ; attempt += 3) {
			const pick = (list: readonly string[], i: number): string => list[randomBelow(key, 100 + attempt + i, list.length)]!;
			const root = pick(STARTS, 0) + pick(MIDDLES, 1) + pick(ENDS, 2);
			if (roots.has(root) || AWKWARD_NAME.test(root) || root.length > 11) continue;
			roots.add(root);
			return root;
		}
	};
	/** Builds a symbol of one to five letters with a vowel: the start of the word, else its start and a later part. */
	const createSymbol = (word: string, length: number): string => {
		const letters = word.toUpperCase().replaceAll(/[^A-Z]/g, '');
		const candidates: string[] = [];
		for (const n of [length, 4, 5, 3])
			for (let prefixLength = n; prefixLength >= 1; prefixLength--)
				for (let at = prefixLength; at + n - prefixLength <= letters.length; at++)
					candidates.push(letters.slice(0, prefixLength) + letters.slice(at, at + n - prefixLength));
		const symbol = candidates.find((c) => !symbols.has(c) && /[AEIOUY]/.test(c));
		if (!symbol) throw new RangeError(`No symbol is left for ${word}`);
		symbols.add(symbol);
		return symbol;
	};

	return {
		createCompanyName(index: number, words: readonly string[]): CompanyName {
			const key = randomKey(0, STREAM.catalogue, index, 1);
			const root = createRoot(key);
			const length = [2, 3, 3, 3, 4, 4, 4, 4, 4, 5][randomBelow(key, 0, 10)]!;
			const name = `${root} ${words[randomBelow(key, 1, words.length)]} ${LEGAL_FORMS[randomBelow(key, 2, LEGAL_FORMS.length)]}`;
			return { symbol: createSymbol(root, length), name };
		},
		/** Names fund number `index`. The fund follows the industry, or a theme if `industry` is null. */
		createFundName(index: number, industry: string | null): CompanyName {
			const issuer = FUND_HOUSES[index % FUND_HOUSES.length]!;
			const theme = industry ?? FUND_THEMES[Math.floor(index / FUND_HOUSES.length) % FUND_THEMES.length]!;
			return { symbol: createSymbol(issuer.slice(0, 2) + theme.replaceAll(/[^A-Za-z]/g, ''), 4), name: `${issuer} ${theme} ETF` };
		},
	};
}
