import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';

export type VisitorListAnswer = AnswerOf<Contract['signals']['landingSectorCharts']>;
export type TickerDetail = AnswerOf<Contract['signals']['landingSectorChart']>;
