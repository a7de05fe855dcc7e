/** Files of the traders' list that its page doesn't load itself. `plugins/workspace-files.ts` finds them in the client build. */
declare module 'virtual:workspace-files' {
	export const workspaceFiles: { readonly scripts: readonly string[]; readonly sheets: readonly string[] };
}
