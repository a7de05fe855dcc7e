/** The two scripts of pages without framework, as text; `plugins/public-scripts.ts` builds them. */
declare module 'virtual:public-scripts' {
	/** In the head, before anything is drawn. */
	export const first: string;
	/** At the end of the page. */
	export const last: string;
}
