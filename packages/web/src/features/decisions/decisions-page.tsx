import { DECISIONS } from '@sw/domain/research/decision';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { sitePath } from '../../lib/address/site-path.ts';
import { buttonClass } from '../../ui/button.ts';
import panel from '../../ui/panel.module.css';
import { NotLoaded } from '../../ui/states/not-loaded.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import { DecisionForm } from './decision-form.tsx';
import { DecisionTable } from './decision-table.tsx';
import css from './decisions.module.css';
import { PileTable } from './pile-table.tsx';
import { type Decisions, decisionsQuery, PAGE, type Piles } from './queries.ts';
import { words } from './words.ts';

interface Props {
	/** The symbol that the form begins with. */
	ticker: string;
	/** From 1. */
	page: number;
}

/** The account's decisions, what followed them, and the form for another one. */
export function DecisionsPage({ ticker, page }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data, isError, refetch } = useQuery(decisionsQuery(api, page));
	return (
		<div className={css['page']}>
			<p className={css['lead']}>{words.lead}</p>
			<section className={panel['panel']} aria-labelledby="decisions-add">
				<h2 id="decisions-add" className={panel['title']}>
					{words.add}
				</h2>
				<DecisionForm key={ticker} ticker={ticker} />
			</section>
			{data && data.total_count > 0 ? <Record found={data} /> : null}
			<section className={panel['panel']} aria-labelledby="decisions-list">
				<h2 id="decisions-list" className={panel['title']}>
					{words.list}
				</h2>
				{data ? <p className={css['used']}>{words.used(data.total_count, data.allowed)}</p> : null}
				{data ? (
					data.total_count === 0 ? (
						<StateBox title={words.empty} detail={words.emptyNext} />
					) : (
						<>
							<DecisionTable items={data.items} />
							<p className={css['foot']}>
								{page > 1 ? (
									<Link to="/decisions" search={page === 2 ? {} : { page: String(page - 1) }} className={buttonClass}>
										{words.newer}
									</Link>
								) : null}
								{page * PAGE < data.total_count ? (
									<Link to="/decisions" search={{ page: String(page + 1) }} className={buttonClass}>
										{words.older}
									</Link>
								) : null}
								<a href={sitePath('/api/decisions/export')} className={buttonClass} download>
									{words.export}
								</a>
							</p>
						</>
					)
				) : (
					<NotLoaded isError={isError} detail={words.failed} retry={refetch} />
				)}
			</section>
		</div>
	);
}

function Record({ found }: { found: Decisions }) {
	const { tags, filters, deleted } = found;
	return (
		<section className={panel['panel']} aria-labelledby="decisions-record">
			<h2 id="decisions-record" className={panel['title']}>
				{words.record}
			</h2>
			<PileTable
				label={words.recordTable}
				head={words.pile}
				rows={[...rowsOf(found), { name: words.whatIf, pile: found.took_and_passed }]}
			/>
			<p className={panel['note']}>
				{words.recordHint} {tags.length + filters.length > 1 ? words.manyTags : ''} {deleted > 0 ? words.deleted(deleted) : ''}
			</p>
			{tags.length > 0 ? (
				<PileTable label={words.byTag} head={words.tag} rows={tags.flatMap(({ tag, ...piles }) => rowsOf(piles, tag))} />
			) : null}
			{filters.length > 0 ? (
				<PileTable label={words.byFilter} head={words.filter} rows={filters.flatMap(({ name, ...piles }) => rowsOf(piles, name))} />
			) : null}
		</section>
	);
}

/** A row for each decision; under a name, only for those that were made. */
function rowsOf(piles: Piles, name?: string) {
	return DECISIONS.filter((kind) => name === undefined || piles[kind].count > 0).map((kind) => ({
		name: name === undefined ? words.kinds[kind] : `${name}: ${words.kinds[kind]}`,
		pile: piles[kind],
	}));
}
