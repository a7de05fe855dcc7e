import { createFileRoute, notFound } from '@tanstack/react-router';
import { useMemo } from 'react';
import { pickListSearch, readListState } from '../../entities/list-state/search.ts';
import { reportTitles } from '../../features/reports/titles.ts';
import { readInstant } from '../../lib/address/query-grammar.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { unlistedHead } from '../../lib/head.ts';
import { awaitOnServer, isTrader, loadWorkspaceList } from '../../pages/load.ts';
import { NeedsLicence } from '../../pages/needs-licence.tsx';
import { WorkspacePage } from '../../pages/workspace-page.tsx';
import page from '../../ui/page.module.css';
import { NotFound } from '../../ui/states/not-found.tsx';
import { words as common } from '../../ui/words.ts';

function PastReport() {
	const { report } = Route.useParams();
	const search = Route.useSearch();
	const searchWithReport = useMemo(() => ({ ...search, report }), [search, report]);
	return (
		<div className={page['page']}>
			<h1 className="visually-hidden">{reportTitles.titleOf(etDateTime(msOf(report)))}</h1>
			<NeedsLicence page="reports">
				<WorkspacePage home="/reports" search={searchWithReport} />
			</NeedsLicence>
		</div>
	);
}

function ReportNotFound() {
	return readInstant(Route.useParams().report) === undefined ? <NotFound /> : <PastReport />;
}

export const Route = createFileRoute('/reports/$report')({
	validateSearch: pickListSearch,
	loaderDeps: ({ search }) => search,
	loader: ({ context, params, deps }) => {
		if (readInstant(params.report) === undefined) throw notFound();
		const { state } = readListState({ ...deps, report: params.report });
		return awaitOnServer(isTrader(context).then((trader) => (trader ? loadWorkspaceList(context, state) : undefined)));
	},
	head: ({ match, params: { report } }) =>
		unlistedHead(
			`/reports/${report}`,
			readInstant(report) === undefined ? common.notFound : reportTitles.titleOf(etDateTime(msOf(report))),
			reportTitles.description,
		)({ match }),
	component: PastReport,
	// For a valid time without a report, shows the page itself, which says that no report exists.
	notFoundComponent: ReportNotFound,
});
