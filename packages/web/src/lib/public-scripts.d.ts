/** The two scripts of pages without a framework, as text; `plugins/public-scripts.ts` builds them. */
declare module 'virtual:public-scripts' {
	/** In the head, before the first paint. */
	export const first: string;
	/** At the end of the page. */
	export const last: string;
}
