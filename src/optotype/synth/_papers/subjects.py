"""Subjects that drawn papers are about: words of a field that go together."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Subject:
    """A field of research, in the words of its abstracts. Lists are separated by commas."""

    fields: tuple[str, ...]
    """arXiv categories, the primary one first."""
    acm: str
    msc: str
    tasks: tuple[str, ...]
    """Each with what goes in and what comes out."""
    obstacles: str
    """What makes the task hard."""
    parts: str
    """Components that a method of the field may have."""
    data: str
    measures: str
    rivals: str
    knobs: str
    """What can be varied in an experiment."""
    uses: str
    """What the task is good for."""


SUBJECTS = (
    Subject(
        ("cs.CV", "cs.LG"),
        "I.4.6",
        "68T45",
        (
            "image segmentation | street images | pixel masks",
            "object detection | aerial images | object outlines",
            "depth estimation | indoor photographs | depth maps",
            "scene parsing | video frames | labelled regions",
        ),
        "thin structures, heavy occlusion, small objects, motion blur, low light",
        "boundary encoder, mask decoder, region memory, shape prior, attention gate, feature pyramid, edge refiner",
        "Cityview, RoofScan, HomeScenes, TrafficClips, WildParts",
        "mean overlap, boundary accuracy, average precision, pixel error",
        "MaskNet, DenseSeg, PyramidFormer, EdgeCut, RegionTransformer",
        "image resolution, number of labelled images, crop size, backbone depth",
        "autonomous driving, mapping of cities, robot vision, photo editing",
    ),
    Subject(
        ("cs.CL", "cs.AI"),
        "I.2.7",
        "68T50",
        (
            "document summarization | long documents | faithful summaries",
            "question answering | news articles | short answers",
            "relation extraction | clinical notes | entity graphs",
            "dialogue generation | customer dialogues | helpful replies",
        ),
        "unsupported statements, rare entities, long contexts, noisy transcripts, ambiguous pronouns",
        "evidence retriever, passage reranker, entailment checker, copy decoder, entity memory, plan generator",
        "NewsDigest, WardNotes, LongForm, TalkBank, CrossLingua",
        "factual consistency, exact match, overlap score, human preference",
        "SumFormer, RetroGen, PointerNet, PlanWriter, DocReader",
        "context length, number of passages, beam width, model size",
        "legal research, medical records, customer service, education",
    ),
    Subject(
        ("cs.LG", "stat.ML"),
        "I.2.6",
        "68T07",
        (
            "time series forecasting | irregular time series | calibrated forecasts",
            "anomaly detection | sensor streams | anomaly scores",
            "node classification | large graphs | node labels",
            "representation learning | tabular records | compact embeddings",
        ),
        "distribution shift, missing values, label noise, long horizons, class imbalance",
        "temporal encoder, graph sampler, drift detector, contrastive head, prototype bank, uncertainty layer",
        "PowerGrid, RideShare, CitationWeb, MachineLog, RetailDays",
        "mean absolute error, area under the curve, calibration error, macro accuracy",
        "SeqFormer, DeepForecast, GraphWalk, ProtoNet, DriftBoost",
        "forecast horizon, share of missing values, batch size, number of clients",
        "energy planning, fraud prevention, traffic control, predictive maintenance",
    ),
    Subject(
        ("cs.RO", "cs.CV"),
        "I.2.9",
        "70B15",
        (
            "robotic grasping | depth camera views | grasp poses",
            "visual navigation | laser scans | collision-free paths",
            "dexterous manipulation | tactile readings | contact forces",
            "motion planning | joint positions | control commands",
        ),
        "transparent objects, moving obstacles, slippery surfaces, uneven terrain, sensor delay",
        "tactile encoder, grasp sampler, safety filter, policy network, contact model, path optimizer",
        "BinPick, KitchenTasks, HallwayNav, RockyTrail, ToolBench",
        "success rate, planning time, path length, number of collisions",
        "GraspCNN, PathTree, SafeMPC, TouchPolicy, NavFormer",
        "object clutter, walking speed, payload, camera delay",
        "warehouse picking, household assistance, disaster response, surgery",
    ),
    Subject(
        ("eess.AS", "cs.SD"),
        "H.5.5",
        "94A12",
        (
            "speech enhancement | noisy recordings | clean speech",
            "speaker separation | overlapping voices | separated speakers",
            "music transcription | piano recordings | note sequences",
            "keyword spotting | far-field audio | detected keywords",
        ),
        "strong reverberation, overlapping speakers, street noise, short utterances, unseen accents",
        "spectral encoder, phase refiner, speaker embedding, pitch tracker, mask estimator, neural vocoder",
        "CafeNoise, MeetingRooms, PianoRoll, AccentPool, StreetVoices",
        "signal-to-distortion ratio, word error rate, listening score, onset accuracy",
        "WaveMask, DualPath, TonalNet, VoiceFormer, SpecFlow",
        "noise level, number of speakers, recording distance, frame length",
        "hearing aids, video calls, voice assistants, music education",
    ),
    Subject(
        ("astro-ph.GA", "astro-ph.IM"),
        "J.2",
        "85A05",
        (
            "galaxy classification | survey images | morphological types",
            "dust mapping | infrared maps | dust columns",
            "stellar population modelling | integral field spectra | star formation histories",
            "gravitational lens search | photometric catalogues | lens candidates",
        ),
        "low surface brightness, blended sources, dust attenuation, sparse spectra, selection effects",
        "spectral fitter, source deblender, dust model, redshift estimator, mass estimator, lens finder",
        "SkyAtlas, DeepStripe, HaloSurvey, InfraMap, LensField",
        "purity, completeness, redshift scatter, reduced chi-square",
        "SersicFit, MorphNet, StarPop, LensFlow, BayesSED",
        "surface brightness, exposure time, redshift, stellar mass",
        "upcoming sky surveys, galaxy evolution, dark matter studies, cosmology",
    ),
    Subject(
        ("physics.flu-dyn", "cs.CE"),
        "G.1.8",
        "76F65",
        (
            "flow reconstruction | wall pressure signals | velocity fields",
            "drag reduction | particle tracks | drag coefficients",
            "droplet breakup modelling | shadowgraph images | droplet sizes",
            "heat transfer prediction | temperature probes | heat flux maps",
        ),
        "flow separation, strong shear, sparse sensors, thin boundary layers, high Reynolds numbers",
        "wall model, vortex detector, pressure solver, closure network, sensor placement, mode decomposition",
        "ChannelFlow, WingTunnel, JetSpray, PipeBend, HillFlow",
        "drag error, energy spectrum error, reconstruction error, Nusselt number",
        "SmagorinskyLES, SpectralNet, ModeDMD, WallFunction, ReynoldsStress",
        "Reynolds number, grid size, number of sensors, inflow angle",
        "aircraft wings, cooling of turbines, fuel injection, wind farms",
    ),
    Subject(
        ("cond-mat.mtrl-sci", "physics.chem-ph"),
        "J.2",
        "74E40",
        (
            "crystal structure prediction | diffraction patterns | stable crystals",
            "battery electrolyte design | charge curves | conductivity values",
            "defect detection | electron micrographs | defect maps",
            "alloy screening | atomic structures | alloy compositions",
        ),
        "large search spaces, grain boundaries, dendrite growth, scarce measurements, thermal instability",
        "structure generator, energy predictor, phase classifier, diffusion model, synthesis planner, defect detector",
        "CrystalBase, CellCycles, AlloyBench, MicroGrain, FilmStack",
        "formation energy error, ionic conductivity, hit rate, capacity retention",
        "LatticeNet, EnergyForest, PhaseMap, CrystalGen, IonFlow",
        "temperature, lithium content, annealing time, number of cycles",
        "solid-state batteries, solar cells, light metals, catalysts",
    ),
    Subject(
        ("q-bio.GN", "q-bio.QM"),
        "J.3",
        "92D10",
        (
            "cell type annotation | single-cell profiles | cell labels",
            "gene regulation inference | chromatin maps | regulatory networks",
            "protein function prediction | protein sequences | binding sites",
            "spatial expression mapping | tissue sections | expression maps",
        ),
        "batch effects, sparse counts, rare cell types, missing labels, noisy barcodes",
        "gene encoder, batch corrector, lineage tracer, spatial aligner, motif scanner, sequence aligner",
        "BloodAtlas, CortexCells, YeastScreen, TumorMap, ProteinPairs",
        "label accuracy, silhouette score, mutual information, rank correlation",
        "CellFormer, MotifNet, ScAlign, GeneGraph, VarScore",
        "number of cells, sequencing depth, number of genes, neighbourhood size",
        "drug discovery, cancer diagnosis, plant breeding, rare diseases",
    ),
    Subject(
        ("cs.HC", "cs.GR"),
        "H.5.2",
        "68U05",
        (
            "chart authoring | spreadsheet tables | annotated charts",
            "text entry in virtual reality | hand gestures | typed words",
            "gaze interaction | eye movements | selected targets",
            "sketch beautification | rough sketches | clean drawings",
        ),
        "visual clutter, arm fatigue, novice users, small targets, ambiguous gestures",
        "gesture recognizer, layout solver, intent predictor, annotation planner, stroke smoother, feedback display",
        "OfficeStudy, CampusStudy, SketchPool, GazeTrials, ChartTasks",
        "task time, error rate, workload score, words per minute",
        "DragDrop, GridSnap, DwellSelect, AutoChart, RayCast",
        "target size, display distance, training time, number of marks",
        "data journalism, accessible computing, classroom teaching, design work",
    ),
    Subject(
        ("stat.ME", "econ.EM"),
        "G.3",
        "62D20",
        (
            "causal effect estimation | patient records | treatment effects",
            "policy evaluation | panel data | policy values",
            "survival analysis | registry data | survival curves",
            "small area estimation | household surveys | regional estimates",
        ),
        "unmeasured confounding, censored outcomes, selection bias, small areas, heavy tails",
        "propensity model, robust estimator, sensitivity bound, matching step, variance estimator, outcome model",
        "JobTraining, HeartRegistry, HouseholdPanel, SchoolTrial, RegionCensus",
        "coverage, mean squared error, interval width, statistical power",
        "InverseWeight, NearestMatch, CausalForest, CoxModel, GCompute",
        "sample size, strength of confounding, share of censored cases, number of regions",
        "public health, labour policy, education, clinical trials",
    ),
    Subject(
        ("physics.ao-ph", "cs.LG"),
        "J.2",
        "86A08",
        (
            "rainfall nowcasting | radar echoes | rain rate maps",
            "storm tracking | satellite images | storm tracks",
            "sea ice forecasting | reanalysis fields | ice charts",
            "air quality prediction | weather station records | pollution maps",
        ),
        "rapid storm growth, sparse stations, mountain terrain, seasonal shift, extreme events",
        "radar encoder, advection layer, terrain embedding, ensemble generator, bias corrector, storm detector",
        "RadarNorth, AlpineStations, PolarIce, CityAir, TropicStorm",
        "critical success index, ensemble spread, root mean square error, false alarm ratio",
        "OpticalAdvect, RainGAN, PersistCast, IceNet, DownscaleCNN",
        "lead time, ensemble size, rain threshold, grid spacing",
        "flood warning, aviation, shipping routes, public health",
    ),
    Subject(
        ("math.NA", "cs.MS"),
        "G.1.8",
        "65N55",
        (
            "sparse linear solving | finite element matrices | accurate solutions",
            "mesh generation | boundary curves | smooth meshes",
            "inverse problem solving | tomography measurements | reconstructed coefficients",
            "tensor decomposition | tensor entries | low-rank factors",
        ),
        "ill conditioning, jumping coefficients, sharp corners, noisy measurements, indefinite systems",
        "multigrid preconditioner, coarse space, adaptive smoother, error estimator, step controller, rank selector",
        "PoissonSuite, PorousMedia, ElasticBeam, WaveCavity, TomoSet",
        "iteration count, residual norm, wall time, memory use",
        "KrylovAMG, BlockJacobi, NestedCut, SchurSolve, RandomSVD",
        "mesh size, contrast of coefficients, number of cores, polynomial degree",
        "structural engineering, oil reservoirs, medical imaging, acoustics",
    ),
    Subject(
        ("cs.CR", "cs.NI"),
        "K.6.5",
        "68M25",
        (
            "intrusion detection | network flows | attack alerts",
            "malware classification | binary programs | malware families",
            "phishing detection | web pages | risk scores",
            "private computation | system call traces | encrypted results",
        ),
        "encrypted traffic, concept drift, adversarial evasion, rare attacks, code obfuscation",
        "flow encoder, graph matcher, evasion detector, privacy accountant, rule generator, alert ranker",
        "CampusFlows, MalwareZoo, PhishPages, CloudTraces, HoneyNet",
        "detection rate, false positive rate, response time, leaked bits",
        "SnortRules, FlowForest, BinaryCNN, UrlNet, TraceLSTM",
        "attack rate, packet loss, privacy budget, age of the training data",
        "enterprise security, banking, cloud services, mobile devices",
    ),
)
