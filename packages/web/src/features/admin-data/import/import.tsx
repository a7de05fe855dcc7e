import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ActionButton } from '../../../entities/administration/action-button.tsx';
import type { AdminSearch } from '../../../entities/administration/links.ts';
import { formatCompact } from '../../../lib/format/numbers.ts';
import { screenDates } from '../../../lib/format/screen-dates.ts';
import { LoadFailed } from '../../../ui/states/load-failed.tsx';
import { StateBox } from '../../../ui/states/state-box.tsx';
import { words as common } from '../../../ui/words.ts';
import css from '../data.module.css';
import { JobWatch } from '../job-watch.tsx';
import { type Upload, uploadQuery } from '../queries.ts';
import { readingOf } from '../reading.ts';
import { followedOf } from '../use-followed-jobs.ts';
import { viewLink } from '../views.ts';
import { dataWords as words } from '../words.ts';
import { DropFile } from './drop-file.tsx';
import { JudgedTables } from './judged-tables.tsx';
import { ReadingOptions } from './reading-options.tsx';

/** For this tab, until it is closed; only set in effects, so never on the server. */
let pending: PendingUpload | undefined;

/** Choose or drop a file, check it, review it, then import or discard it. */
export function Import({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { job } = followedOf(search);
	const id = search['upload'];
	const pending = pendingUpload();
	const { data, isError, refetch } = useQuery({ ...uploadQuery(api, id ?? '', readingOf(search)), enabled: id !== undefined });
	if (id !== undefined) {
		if (isError) return <LoadFailed retry={() => void refetch()} />;
		return data ? (
			<ImportPreview upload={data} search={search} />
		) : (
			<p className={css['note']} role="status" aria-busy="true">
				{common.loading}
			</p>
		);
	}
	return (
		<>
			<p className={css['note']}>{words.importNote}</p>
			{pending ? (
				<p className={css['note']}>
					<Link {...viewLink('import', pending.search)}>{words.continuePreview(pending.name)}</Link>
				</p>
			) : null}
			{job ? <JobWatch id={job} /> : null}
			<DropFile />
		</>
	);
}

/** A checked file, and the decision to import or discard it. */
function ImportPreview({ upload, search }: { upload: Upload; search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const navigate = useNavigate();
	const { id, name, bytes, tables, question } = upload;
	const good = tables.filter(({ state }) => state === 'good');
	const [rows, refused] = [sumOf(good, 'rows'), sumOf(good, 'refused')];
	const reading = readingOf(search);
	const params = { id };
	// After each render: the address changes with the reading options.
	useEffect(() => keepPending({ name, search }));
	const confirm = async (): Promise<string> => {
		const job = await api.operations.confirmImport({ params, query: reading });
		keepPending(undefined);
		void navigate(viewLink('import', { job: job.id }));
		return words.asked(job.kind);
	};
	const throwAway = async (): Promise<string> => {
		await api.operations.dropImport({ params });
		keepPending(undefined);
		void navigate(viewLink('import'));
		return words.thrownAway(name);
	};
	return (
		<>
			<div className={css['row']}>
				<b>{words.judgedAs(name, `${formatCompact(bytes)}B`)}</b>
				<ActionButton
					label={words.confirm}
					will={words.confirmWill(good.length, rows - refused, refused)}
					sure={words.sure}
					act={confirm}
					disabled={good.length === 0 || question !== null}
				/>
				<ActionButton label={words.throwAway} will={words.throwAwayWill} sure={words.sure} act={throwAway} />
			</div>
			{question === null ? null : <StateBox title={words.nothingGood} detail={screenDates(question)} />}
			<ReadingOptions upload={id} reading={reading} asks={question !== null || good.length === 0} />
			{tables.length > 0 ? <JudgedTables upload={upload} search={search} /> : null}
		</>
	);
}

function sumOf(tables: Upload['tables'], key: 'rows' | 'refused'): number {
	return tables.reduce((sum, table) => sum + table[key], 0);
}

/** A previewed upload that is neither imported nor deleted, and the address of its preview. */
interface PendingUpload {
	readonly name: string;
	readonly search: AdminSearch;
}

function pendingUpload(): PendingUpload | undefined {
	return pending;
}

function keepPending(upload: PendingUpload | undefined): void {
	pending = upload;
}
