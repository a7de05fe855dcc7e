import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import type { FrozenEntry } from '@sw/domain/filters/frozen';
import { isoSeconds } from '@sw/domain/time/format';
import type { Source } from '../../../market/window/source.ts';
import { presentHead } from '../../report-head.ts';
import type { OpenReport } from '../open-reports.ts';

export type WorkspaceListAnswer = AnswerOf<Contract['signals']['sectorCharts']>;
export type WorkspaceCard = WorkspaceListAnswer['items'][number];
export type WorkspaceHead = NonNullable<WorkspaceListAnswer['report']>;

export function presentWorkspaceHead({ facts, versions }: OpenReport, source: Source): WorkspaceHead {
	return {
		...presentHead(facts, source),
		versions,
		report: facts.report,
		first: facts.first,
		hash: facts.hash,
	};
}

export function presentFrozenUnder({ filterId, tab, reason, since, until }: FrozenEntry): NonNullable<WorkspaceCard['frozen']>[number] {
	return {
		filter: filterId,
		tab,
		reason,
		since: isoSeconds(since),
		until: until === null ? null : isoSeconds(until),
	};
}
