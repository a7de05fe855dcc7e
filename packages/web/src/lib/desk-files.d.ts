/** Files of the traders' list that a page does not load by itself; `plugins/desk-files.ts` reads them from the build of the browser's part. */
declare module 'virtual:desk-files' {
	export const deskFiles: { readonly scripts: readonly string[]; readonly sheets: readonly string[] };
}
