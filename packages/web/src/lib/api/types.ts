import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';

export type VisitorListAnswer = AnswerOf<Contract['signals']['landingSectorCharts']>;
export type Card = VisitorListAnswer['items'][number];
export type ReportHead = NonNullable<VisitorListAnswer['report']>;
export type TickerDetail = AnswerOf<Contract['signals']['landingSectorChart']>;
export type TickerOutline = AnswerOf<Contract['signals']['landingOutline']>;
export type Bars = TickerDetail['bars'];
export type TrackRecord = NonNullable<AnswerOf<Contract['signals']['landingRecord']>['record']>;
export type Comparison = AnswerOf<Contract['signals']['landingComparison']>;
export type TopTable = AnswerOf<Contract['prices']['landingTable']>;
export type TopTickers = AnswerOf<Contract['prices']['topTickers']>;
export type Leaders = AnswerOf<Contract['attention']['analyticsLeaders']>;
export type UrgentMentions = AnswerOf<Contract['attention']['analyticsUrgent']>;
export type TickerMentions = AnswerOf<Contract['attention']['analyticsTicker']>;
export type FollowedAnswer = AnswerOf<Contract['attention']['analyticsFollowed']>;
export type BreadthAnswer = AnswerOf<Contract['attention']['sectorAnalysis']>;
export type BreadthState = AnswerOf<Contract['attention']['sectorAnalysisCheck']>;
export type PublicTableAnswer = AnswerOf<Contract['prices']['landingPage']>;
export type PublicRow = PublicTableAnswer['items'][number];
export type TopRow = TopTable['items'][number];
export type Health = AnswerOf<Contract['operations']['health']>;
export type PublicSchedule = AnswerOf<Contract['reports']['publicSchedule']>;
export type WorkspaceListAnswer = AnswerOf<Contract['signals']['sectorCharts']>;
/** A ticker of a trader's list. */
export type ListedCard = WorkspaceListAnswer['items'][number];
export type WorkspaceHead = NonNullable<WorkspaceListAnswer['report']>;
export type WorkspaceDetail = AnswerOf<Contract['signals']['sectorChart']>;
export type Chart = AnswerOf<Contract['prices']['charts']>['items'][number];
export type Forecast = AnswerOf<Contract['research']['forecast'], 200>;
export type Filing = AnswerOf<Contract['prices']['charts']>['filings'][number];

export type Fan = Forecast['items'][number];
export type Trail = AnswerOf<Contract['signals']['sectorChartTrail']>;
export type Validation = AnswerOf<Contract['research']['validateMultiple']>;
export type ReportVerdict = AnswerOf<Contract['research']['verifyReport'], 200>;
