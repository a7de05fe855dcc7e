import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { adminWords } from '../../entities/administration/words.ts';
import { screenDates } from '../../lib/format/screen-dates.ts';
import { buttonClass } from '../../ui/button.ts';
import dialogCss from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { LoadFailed } from '../../ui/states/load-failed.tsx';
import { words as common } from '../../ui/words.ts';
import css from './jobs.module.css';
import { LINES, logQuery } from './queries.ts';
import { jobWords as words } from './words.ts';

interface Props {
	id: string;
	title: string;
	close: () => void;
}

/** The log of a job, page by page. Opens itself. */
export function JobLog({ id, title, close }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const dialog = useRef<HTMLDialogElement>(null);
	const [page, turn] = useState(1);
	const { data, isError, refetch } = useQuery(logQuery(api, id, page));
	const total = data?.total_count ?? 0;
	const from = (page - 1) * LINES;
	return (
		<Dialog dialog={dialog} title={title} size="wide" opensItself onClose={close}>
			{isError ? <LoadFailed retry={() => void refetch()} /> : null}
			{data === undefined && !isError ? <p aria-busy="true">{common.loading}</p> : null}
			{data && total === 0 ? <p>{words.logEmpty}</p> : null}
			{data && total > 0 ? (
				<ol className={css['log']} start={from + 1}>
					{data.items.map(({ number, line }) => (
						<li key={number}>{screenDates(line)}</li>
					))}
				</ol>
			) : null}
			{total > LINES ? (
				<nav className={css['pages']} aria-label={words.logPages}>
					<button type="button" className={buttonClass} disabled={page === 1} onClick={() => turn(page - 1)}>
						{words.earlier}
					</button>
					<span>{adminWords.pageOf(from + 1, Math.min(from + LINES, total), total)}</span>
					<button type="button" className={buttonClass} disabled={from + LINES >= total} onClick={() => turn(page + 1)}>
						{words.later}
					</button>
				</nav>
			) : null}
			<form method="dialog" className={dialogCss['actions']}>
				<button type="submit" className={buttonClass}>
					{common.close}
				</button>
			</form>
		</Dialog>
	);
}
