import type { PlanType } from '../../../domain/plans/plan-types.ts';

/**
 * The content of an offer, frozen with it. The text is generated from this alone, so it can be generated
 * again at any time.
 */
export interface ContractTerms {
  companyName: string;
  firstName: string;
  lastName: string;
  planType: PlanType;
  plannedStart: string;
  priceCents: number;
  subsidyCents: number;
  contributionCents: number;
  locale: string;
}

export interface ContractWording {
  title: string;
  paragraphs: string[];
}
