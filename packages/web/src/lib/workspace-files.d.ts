/** Files of the traders' list that its page doesn't load itself. `plugins/workspace-files.ts` reads them from the client build. */
declare module 'virtual:workspace-files' {
	export const workspaceFiles: { readonly scripts: readonly string[]; readonly sheets: readonly string[] };
}
