import { createFileRoute, notFound } from '@tanstack/react-router';
import { useMemo } from 'react';
import { listSearch, readListState } from '../entities/list-state/search.ts';
import { reportTitles } from '../features/reports/titles.ts';
import { etDateTime, msOf } from '../lib/format/times.ts';
import { pageHead } from '../lib/head.ts';
import { asInstant } from '../lib/query-reader.ts';
import { DeskPage } from '../pages/desk-page.tsx';
import { isTrader, loadDeskList, waitOnServer } from '../pages/load.ts';
import { NeedsLicence } from '../pages/needs-licence.tsx';
import { NotFound } from '../ui/not-found.tsx';
import page from '../ui/page.module.css';
import { words as common } from '../ui/words.ts';

const PastReport = () => {
	const { report } = Route.useParams();
	const search = Route.useSearch();
	const dated = useMemo(() => ({ ...search, report }), [search, report]);
	return (
		<div className={page['page']}>
			<h1 className="visually-hidden">{reportTitles.titleOf(etDateTime(msOf(report)))}</h1>
			<NeedsLicence>
				<DeskPage home="/reports" search={dated} />
			</NeedsLicence>
		</div>
	);
};

const Missing = () => (asInstant(Route.useParams().report) === undefined ? <NotFound /> : <PastReport />);

export const Route = createFileRoute('/reports/$report')({
	validateSearch: listSearch,
	loaderDeps: ({ search }) => search,
	loader: ({ context, params, deps }) => {
		if (asInstant(params.report) === undefined) throw notFound();
		const { state } = readListState({ ...deps, report: params.report });
		return waitOnServer(isTrader(context).then((trader) => (trader ? loadDeskList(context, state) : undefined)));
	},
	head: ({ match, params }) =>
		pageHead({
			title: asInstant(params.report) === undefined ? common.notFound : reportTitles.titleOf(etDateTime(msOf(params.report))),
			description: reportTitles.description,
			path: `/reports/${params.report}`,
			origin: match.context.origin,
			noindex: true,
		}),
	component: PastReport,
	// A report that doesn't exist: the page reports it itself and keeps its links.
	notFoundComponent: Missing,
});
