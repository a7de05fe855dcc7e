/** What one page, or one step of a journey, loaded. */
export interface Figures {
	/** Gzipped bytes of all scripts. */
	gzip: number;
	scripts: number;
	sheets: number;
	requests: number;
	/** Bytes of response bodies as sent, compressed by brotli. */
	bytes: number;
	calls: number;
	callBytes: number;
}

/** Measured by this benchmark on 22 November 2026, before modules were grouped into fewer files (docs/decisions/0045-page-size.md). */
export const BASELINE: Readonly<Record<string, Figures>> = {
	'/ as visitor': { gzip: 243_252, scripts: 38, sheets: 18, requests: 59, bytes: 253_933, calls: 0, callBytes: 0 },
	'/ as pro': { gzip: 243_252, scripts: 38, sheets: 18, requests: 59, bytes: 260_222, calls: 0, callBytes: 0 },
	'/main as visitor': { gzip: 241_746, scripts: 37, sheets: 17, requests: 57, bytes: 241_550, calls: 0, callBytes: 0 },
	'/main as pro': { gzip: 241_746, scripts: 37, sheets: 17, requests: 57, bytes: 258_201, calls: 0, callBytes: 0 },
	'/ticker/:id as visitor': { gzip: 281_290, scripts: 31, sheets: 11, requests: 46, bytes: 268_562, calls: 1, callBytes: 95 },
	'/ticker/:id as pro': { gzip: 281_290, scripts: 31, sheets: 11, requests: 55, bytes: 283_096, calls: 10, callBytes: 9635 },
	'/ticker/:id/history as pro': { gzip: 222_442, scripts: 31, sheets: 11, requests: 47, bytes: 218_983, calls: 2, callBytes: 1545 },
	'/ticker/:id/validation as pro': { gzip: 223_944, scripts: 32, sheets: 12, requests: 50, bytes: 225_230, calls: 3, callBytes: 5374 },
	'/top as visitor': { gzip: 223_064, scripts: 32, sheets: 13, requests: 55, bytes: 243_954, calls: 7, callBytes: 11_628 },
	'/search as pro': { gzip: 219_541, scripts: 30, sheets: 12, requests: 45, bytes: 212_588, calls: 0, callBytes: 0 },
	'/favourites as pro': { gzip: 241_109, scripts: 37, sheets: 16, requests: 56, bytes: 235_590, calls: 0, callBytes: 0 },
	'/filter-settings-list as pro': { gzip: 225_904, scripts: 34, sheets: 15, requests: 56, bytes: 219_978, calls: 4, callBytes: 348 },
	'/frozen-list as pro': { gzip: 222_304, scripts: 32, sheets: 13, requests: 48, bytes: 214_373, calls: 0, callBytes: 0 },
	'/reports as pro': { gzip: 241_065, scripts: 37, sheets: 16, requests: 56, bytes: 257_298, calls: 0, callBytes: 0 },
	'/about as visitor': { gzip: 220_011, scripts: 30, sheets: 13, requests: 46, bytes: 209_875, calls: 0, callBytes: 0 },
	'/prices as visitor': { gzip: 220_438, scripts: 32, sheets: 12, requests: 47, bytes: 210_101, calls: 0, callBytes: 0 },
	'/auth/signin as visitor': { gzip: 227_232, scripts: 36, sheets: 12, requests: 53, bytes: 215_920, calls: 2, callBytes: 187 },
	'/profile as pro': { gzip: 230_546, scripts: 38, sheets: 15, requests: 58, bytes: 225_568, calls: 2, callBytes: 680 },
	'/admin as admin': { gzip: 226_504, scripts: 35, sheets: 14, requests: 53, bytes: 218_448, calls: 1, callBytes: 349 },
	'journey: the first page': { gzip: 243_252, scripts: 38, sheets: 18, requests: 59, bytes: 253_929, calls: 0, callBytes: 0 },
	'journey: to the sign-in': { gzip: 8146, scripts: 8, sheets: 1, requests: 12, bytes: 7372, calls: 2, callBytes: 187 },
	'journey: signed in, the list': { gzip: 0, scripts: 0, sheets: 0, requests: 7, bytes: 3562, calls: 6, callBytes: 3562 },
	'journey: the picker of reports': { gzip: 0, scripts: 0, sheets: 0, requests: 2, bytes: 833, calls: 2, callBytes: 833 },
	'journey: a card over the screen': { gzip: 0, scripts: 0, sheets: 0, requests: 0, bytes: 0, calls: 0, callBytes: 0 },
	'journey: the ticker of that card': { gzip: 61_497, scripts: 2, sheets: 0, requests: 11, bytes: 66_119, calls: 8, callBytes: 12_782 },
	'journey: the next ticker': { gzip: 0, scripts: 0, sheets: 0, requests: 5, bytes: 6405, calls: 4, callBytes: 6405 },
};
