/** The two scripts of pages without a framework, as text. Built by `plugins/public-scripts.ts`. */
declare module 'virtual:public-scripts' {
	/** Runs in the head, before the first paint. */
	export const first: string;
	/** Runs at the end of the page. */
	export const last: string;
}
