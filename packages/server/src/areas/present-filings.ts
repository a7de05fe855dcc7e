import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import type { Filing } from '@sw/domain/filings/filing';
import { isoSeconds } from '@sw/domain/time/format';

type ShownFilings = AnswerOf<Contract['prices']['charts']>['filings'];

export function presentFilings(filings: readonly Filing[] = []): ShownFilings {
	return filings.map(({ form, items, acceptedAt, link }) => ({ form, items: [...items], accepted_at: isoSeconds(acceptedAt), link }));
}
