/** Files of the traders' list that a page doesn't load itself; `plugins/desk-files.ts` reads them from the client build. */
declare module 'virtual:desk-files' {
	export const deskFiles: { readonly scripts: readonly string[]; readonly sheets: readonly string[] };
}
