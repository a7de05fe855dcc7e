import { routes } from 'virtual:routes/administration';
import type { AnswerOf, InputOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { queryOptions } from '@tanstack/react-query';
import { ADMIN_KEY, ALWAYS_REFETCH, pageParameters, type TableRules, type TableState } from '../../entities/administration/table-state.ts';
import { type Api, urlOf } from '../../lib/api/client.ts';

export type Preview = AnswerOf<Contract['previews']['preview']>;
/** Upload parameters that identify the page of a preview. */
export type PreviewPage = InputOf<Contract['previews']['uploadPreview']>['query'];

export const PREVIEWS: TableRules<'created', never> = { page: 'previews', sortable: [], sortBy: 'created', sortDir: 'desc', filters: {} };

export function previewsQuery(api: Api, state: TableState<'created', never>) {
	return queryOptions({
		queryKey: [...ADMIN_KEY, 'previews', state],
		queryFn: () => api.previews.previews({ query: pageParameters(state) }),
		...ALWAYS_REFETCH,
	});
}

export function previewQuery(api: Api, id: string) {
	return queryOptions({ queryKey: [...ADMIN_KEY, 'previews', 'one', id], queryFn: () => api.previews.preview({ params: { id } }) });
}

/** Returns the URL of the file itself, active or not. */
export function fileUrl({ id }: Preview): string {
	return fileQueryUrl({ id });
}

function fileQueryUrl(query: NonNullable<Parameters<typeof urlOf>[1]['query']>): string {
	const [, path] = routes.previews.previewFile;
	return urlOf(path, { query });
}

/** Returns the URL of the page's current preview. This can be the given file, another file or a generated picture. */
export function publicUrl({ host, category, interval, ticker, marketcap, video }: Preview): string {
	return fileQueryUrl({
		host,
		category: category ?? undefined,
		interval: interval ?? undefined,
		ticker: ticker ?? undefined,
		marketcap,
		video: video || undefined,
	});
}
